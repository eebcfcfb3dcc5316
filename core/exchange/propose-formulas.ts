import type { CheckedFormula, FormulaCheck } from './formula-check.ts'
import type { DescribedFields } from './described-fields.ts'
import type { LeftOut } from './import-row.ts'
import type { ProposedField } from './propose-fields.ts'

type Given = {
  readonly described: DescribedFields
  readonly check: FormulaCheck
}

/**
 * Takes out the proposed formulas that the studio could not calculate, with the reason: an accepted one may name the
 * studio's fields and the other accepted ones; one that is only proposed, all that are described.
 */
export async function withoutWrongFormulas(
  proposed: readonly ProposedField[],
  { described, check }: Given,
): Promise<{ readonly proposed: readonly ProposedField[]; readonly left: readonly LeftOut[] }> {
  const isFormula = ({ proposal }: ProposedField): boolean =>
    proposal.kind === 'formula' && proposal.described !== undefined
  if (!proposed.some(isFormula)) return { proposed, left: [] }
  const taken = await check(proposed.flatMap(({ field }) => field ?? []))
  const all = await check(described.missing)
  const left: LeftOut[] = []
  const right = proposed.filter((each) => {
    if (!isFormula(each)) return true
    const { proposal, field } = each
    const problem = findProblem((field === undefined ? all : taken).get(proposal.key), described)
    if (problem === undefined) return true
    left.push({ part: `Field "${proposal.name}"`, reason: `Its formula cannot be calculated here: ${problem}.` })
    return false
  })
  // What names a formula that is not brought is not brought either.
  if (right.length === proposed.length) return { proposed, left }
  const gone = new Set(proposed.filter((each) => !right.includes(each)).map(({ proposal }) => proposal.key))
  const missing = described.missing.filter(({ key }) => !gone.has(key))
  const rest = await withoutWrongFormulas(right, { described: { ...described, missing }, check })
  return { proposed: rest.proposed, left: [...left, ...rest.left] }
}

function findProblem(checked: CheckedFormula | undefined, { otherKeys }: DescribedFields): string | undefined {
  if (checked === undefined) return undefined
  if ('problem' in checked) return checked.problem
  const [other] = [...checked.uses].flatMap((name) => otherKeys.get(name) ?? [])
  return other
}
