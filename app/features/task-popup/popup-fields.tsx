import { FieldFacts } from '#app/widgets/field-facts/field-facts.tsx'
import { FormulaFact } from '#app/widgets/field-facts/formula-fact.tsx'
import { itemFieldIds, taskFieldIds, toItemRow, toTaskRow } from './field-commands.ts'
import { focusPopup } from './popup-dialog.tsx'
import type { PopupModel } from './popup-store.ts'
import { useFormulas } from './use-formulas.ts'

/** The fields of the item and task in view; no row for one without values. */
export function PopupFields({ model }: { readonly model: PopupModel }) {
  const task = toTaskRow(model)
  const formulas = useFormulas(model)
  const shared = { scope: 'popup', onLeave: focusPopup } as const
  return (
    <>
      {task !== undefined && <FieldFacts key={task.id} row={task} ids={taskFieldIds} {...shared} />}
      <FieldFacts row={toItemRow(model)} ids={itemFieldIds} {...shared}>
        {formulas.map((formula) => (
          <FormulaFact key={formula.field.id} {...formula} />
        ))}
      </FieldFacts>
    </>
  )
}
