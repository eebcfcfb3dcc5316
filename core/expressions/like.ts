/** Tells whether a text matches a pattern in which `*` stands for anything and `?` for one character, ignoring case. */
export function isLike(text: string, form: string): boolean {
  const [given, wanted] = [text.slice(0, 1000).toLowerCase(), form.slice(0, 100).toLowerCase()]
  let [at, step] = [0, 0]
  let [star, starAt] = [-1, 0]
  // Backtracks to the last star only, so the cost is at most pattern length times text length.
  while (at < given.length) {
    const sign = wanted[step]
    if (sign === '*') {
      star = step
      starAt = at
      step += 1
    } else if (sign === '?' || sign === given[at]) {
      step += 1
      at += 1
    } else if (star >= 0) {
      step = star + 1
      starAt += 1
      at = starAt
    } else return false
  }
  while (wanted[step] === '*') step += 1
  return step === wanted.length
}
