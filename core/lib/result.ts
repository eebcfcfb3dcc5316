import type { AppError } from './errors.ts'

/** The outcome of an operation that may fail in an expected way: a value, or an error to show. */
export type Result<T, E = AppError> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E }

/** Returns a success. */
export function ok<T>(value: T): Result<T, never> {
  return { ok: true, value }
}

/** Returns an expected failure; bugs are thrown instead. */
export function err<E>(error: E): Result<never, E> {
  return { ok: false, error }
}
