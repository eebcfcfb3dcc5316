import type { Sheet } from './csv.ts'
import { filesOf, objectOf, textOf, toSheet } from './json-values.ts'
import { isJsonObject, type JsonObject } from './parse-json.ts'

/** Tells whether JSON is a board exported from Trello: cards in lists, with their actions. */
export function isTrelloBoard(root: unknown): root is JsonObject {
  return isJsonObject(root) && Array.isArray(root['lists']) && listOf(root, 'cards').some((card) => 'idList' in card)
}

/** Converts a board's cards to a sheet with the titles of Trello's CSV; with `comments`, its comments instead. */
export function toTrelloSheet(board: JsonObject, wanted: string | undefined): Sheet {
  const comments = listOf(board, 'actions').filter(({ type }) => type === 'commentCard')
  if (wanted?.trim().toLowerCase() === 'comments') return toSheet(comments.map(toComment))
  const nameOf = (key: string) => new Map(listOf(board, key).map((each) => [textOf(each['id']), nameIn(each)]))
  const [lists, members, labels] = ['lists', 'members', 'labels'].map(nameOf)
  const checks = Map.groupBy(listOf(board, 'checklists'), (list) => textOf(list['idCard']))
  const named = (names: ReadonlyMap<string, string> | undefined, ids: unknown): string =>
    (Array.isArray(ids) ? ids : [ids]).flatMap((id) => names?.get(textOf(id)) ?? []).join(', ')
  const rows = listOf(board, 'cards').map(
    (card) =>
      new Map([
        ['Card Name', textOf(card['name'])],
        ['Card Description', textOf(card['desc'])],
        ['List Name', named(lists, card['idList'])],
        ['Members', named(members, card['idMembers'])],
        ['Labels', named(labels, card['idLabels'])],
        ['Due Date', textOf(card['due'])],
        ['Archived', card['closed'] === true ? 'yes' : ''],
        ['Card URL', textOf(card['shortUrl'] ?? card['url'])],
        ['Attachment Links', filesOf(card['attachments'])],
        ['Checklists', (checks.get(textOf(card['id'])) ?? []).map(formatChecklist).join('\n')],
      ]),
  )
  const reason = 'Import the cards first, then this file again with the sheet “comments”.'
  const count = comments.length === 1 ? '1 comment' : `${comments.length} comments`
  return { ...toSheet(rows), left: comments.length > 0 ? [{ part: count, reason }] : [] }
}

function toComment(action: JsonObject): ReadonlyMap<string, string> {
  const data = objectOf(action['data'])
  const who = objectOf(action['memberCreator'])
  return new Map([
    ['Comment id', textOf(action['id'])],
    ['Links', JSON.stringify([nameIn(objectOf(data['card']))])],
    ['Author', nameIn(who) || textOf(who['username'])],
    ['Created at', textOf(action['date'])],
    ['Body', textOf(data['text'])],
  ])
}

function formatChecklist(list: JsonObject): string {
  const points = listOf(list, 'checkItems').map(
    (item) => `- ${nameIn(item)}${item['state'] === 'complete' ? ' ✓' : ''}`,
  )
  return [nameIn(list), ...points].join('\n')
}

function nameIn(each: JsonObject): string {
  return textOf(each['fullName'] ?? each['name'] ?? '')
}

function listOf(root: JsonObject, key: string): readonly JsonObject[] {
  const list = root[key]
  return Array.isArray(list) ? list.filter(isJsonObject) : []
}
