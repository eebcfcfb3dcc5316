import type { CheckedFormula, FormulaCheck } from './formula-check.ts'
import type { DescribedFields } from './described-fields.ts'
import type { LeftOut } from './import-row.ts'
import type { ProposedField } from './propose-fields.ts'

type Given = {
  readonly described: DescribedFields
  readonly check: FormulaCheck
}

/**
 * Refuses the proposed formulas that the studio could not calculate, with the reason: an accepted one may name the
 * studio's fields and the other accepted ones; one that is only proposed, all that are described.
 */
export async function refuseWrongFormulas(
  proposed: readonly ProposedField[],
  { described, check }: Given,
): Promise<{ readonly proposed: readonly ProposedField[]; readonly left: readonly LeftOut[] }> {
  const formulas = proposed.filter(
    ({ proposal }) => proposal.kind === 'formula' && proposal.described !== undefined && proposal.state !== 'refused',
  )
  if (formulas.length === 0) return { proposed, left: [] }
  const taken = await check(proposed.flatMap(({ field }) => field ?? []))
  const all = await check(described.missing)
  const problems = new Map(
    formulas.flatMap((each) => {
      const checked = (each.field === undefined ? all : taken).get(each.proposal.key)
      const problem = findProblem(checked, described)
      return problem === undefined ? [] : [[each, problem] as const]
    }),
  )
  if (problems.size === 0) return { proposed, left: [] }
  const left = [...problems].map(([{ proposal }, problem]): LeftOut => {
    return { part: `Field "${proposal.name}"`, reason: `Its formula cannot be calculated here: ${problem}.` }
  })
  const judged = proposed.map((each): ProposedField =>
    problems.has(each) ? { proposal: { ...each.proposal, state: 'refused' }, field: undefined } : each,
  )
  // What names a formula that is refused is refused too.
  const gone = new Set([...problems.keys()].map(({ proposal }) => proposal.key))
  const missing = described.missing.filter(({ key }) => !gone.has(key))
  const rest = await refuseWrongFormulas(judged, { described: { ...described, missing }, check })
  return { proposed: rest.proposed, left: [...left, ...rest.left] }
}

function findProblem(checked: CheckedFormula | undefined, { otherKeys }: DescribedFields): string | undefined {
  if (checked === undefined) return undefined
  if ('problem' in checked) return checked.problem
  const [other] = [...checked.uses].flatMap((name) => otherKeys.get(name) ?? [])
  return other
}
