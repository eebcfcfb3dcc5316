import * as v from 'valibot'
import { isUuid, type AnyId } from '#core/lib/ids.ts'
import { isCalendarDate, type CalendarDate } from '#core/lib/calendar-date.ts'
import type { TableName } from '#core/schema/tables.ts'

/** Accepts an id. */
export function id<Id extends AnyId>(): v.GenericSchema<Id> {
  return v.custom<Id>(isUuid)
}

/** Accepts a list of ids. */
export function ids<Id extends AnyId>(): v.GenericSchema<readonly Id[]> {
  return v.array(id<Id>())
}

/** Accepts a day. */
export const day: v.GenericSchema<CalendarDate> = v.custom<CalendarDate>(
  (value) => typeof value === 'string' && isCalendarDate(value),
)

/** Accepts an object whose fields the database checks: a whole row, some of its fields, a comment's metadata. */
export function fields<Value extends object>(): v.GenericSchema<Value> {
  return v.custom<Value>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
}

/** Accepts one of the tables named. */
export function oneTable<const Name extends TableName>(names: readonly Name[]): v.GenericSchema<Name> {
  return v.picklist(names)
}

export const text: v.GenericSchema<string> = v.string()
export const flag: v.GenericSchema<boolean> = v.boolean()
