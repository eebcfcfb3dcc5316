// Finds and tries procedures on this page. The page reads as well without it.
const find = document.querySelector('#find')
const token = document.querySelector('#token input')

document.querySelector('#token').addEventListener('submit', (event) => event.preventDefault())

find.addEventListener('input', () => {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (text) => words.every((word) => text.toLowerCase().includes(word))
  for (const section of document.querySelectorAll('section')) {
    const isShown = fits(section.textContent)
    section.hidden = !isShown
    const link = document.querySelector(`nav a[href="#${section.id}"]`)
    if (link) link.parentElement.hidden = !isShown
  }
  for (const heading of document.querySelectorAll('h2')) {
    let next = heading.nextElementSibling
    let isShown = false
    for (; next && next.tagName !== 'H2'; next = next.nextElementSibling)
      isShown ||= next.tagName === 'SECTION' && !next.hidden
    heading.hidden = !isShown
  }
})

/** What a section's form asks, as a request. */
function toRequest(section, text) {
  const args = JSON.parse(text || '{}')
  const headers = { 'content-type': 'application/json' }
  if (token.value) headers.authorization = `Bearer ${token.value.trim()}`
  if (section.dataset.method === 'post')
    return [section.dataset.path, { method: 'POST', headers, body: JSON.stringify(args) }]
  return [`${section.dataset.path}?${new URLSearchParams(args)}`, { headers }]
}

async function send(section) {
  const answer = section.querySelector('.answer')
  answer.hidden = false
  answer.textContent = '…'
  try {
    const [path, options] = toRequest(section, section.querySelector('textarea').value)
    const response = await fetch(path, options)
    const body = await response.text()
    let shown = body
    try {
      shown = JSON.stringify(JSON.parse(body), undefined, 2)
    } catch {
      // It is no JSON: shown as it came.
    }
    answer.textContent = `${response.status} ${response.statusText}\n${shown.slice(0, 20000)}`
  } catch (error) {
    answer.textContent = String(error)
  }
}

document.addEventListener('click', (event) => {
  const section = event.target.closest?.('section')
  if (section && event.target.matches('button')) void send(section)
})
