import type { SeedRow } from '../insert-rows.ts'
import { seededId } from '../seeded-id.ts'
import { makeChance } from './chance.ts'
import type { DemoItem, DemoSpace } from './pipeline.ts'
import { stageId } from './studio.ts'

const kinds = [
  { key: 'shot', name: 'Shot', item_type: 'shot', icon: 'clapperboard' },
  { key: 'sequence', name: 'Sequence', item_type: 'sequence', icon: 'list-video' },
  { key: 'episode', name: 'Episode', item_type: 'episode', icon: 'tv' },
  { key: 'character', name: 'Character', item_type: 'asset', icon: 'user-round' },
  { key: 'prop', name: 'Prop', item_type: 'asset', icon: 'package' },
  { key: 'set', name: 'Set', item_type: 'asset', icon: 'mountain' },
  { key: 'illustration', name: 'Illustration', item_type: 'illustration', icon: 'image' },
] as const

/** The kinds of assets, by the beginning of their names. */
const byPrefix: Readonly<Record<string, string>> = { chr: 'character', crd: 'character', prp: 'prop', set: 'set' }

/** What may be in the shots of a sequence: always, or often, with the maximum count. */
const casts: Readonly<Record<string, { readonly always: string[]; readonly often: Readonly<Record<string, number>> }>> =
  {
    SQ010: {
      always: ['set_harbour', 'chr_ines'],
      often: { chr_mother: 1, prp_compass: 1, prp_map: 1, prp_rope_kit: 6, set_boat: 1 },
    },
    SQ020: {
      always: ['set_market'],
      often: { chr_ines: 1, chr_child_thief: 1, chr_knife_seller: 1, prp_coin: 1, prp_fig_basket: 14, crd_traders: 12 },
    },
    SQ030: { always: ['set_boat'], often: { chr_ines: 1, chr_whale: 1, prp_lantern: 2, prp_compass: 1 } },
    SQ040: { always: ['set_boat', 'chr_ines'], often: { prp_rope_kit: 9, prp_compass: 1, prp_lantern: 1 } },
    SQ050: { always: ['set_salt_flats', 'chr_ines'], often: { chr_mateo: 1, prp_letters: 3, prp_map: 1 } },
    SQ060: { always: ['set_lighthouse'], often: { chr_ines: 1, chr_mateo: 1, prp_lantern: 1, set_boat: 1 } },
  }

/** Links that are not plain cast, with their labels. */
const special: Readonly<Record<string, { readonly kind?: string; readonly label?: string }>> = {
  crd_traders: { kind: 'instance' },
  prp_fig_basket: { kind: 'instance' },
  prp_letters: { kind: 'reference' },
  chr_mother: { label: 'at the window' },
}

const kindId = (key: string): string => seededId('kind', key)

/** Returns the kind of an item; null if it only has its type. */
export function kindIdOf(item: DemoItem): string | null {
  const key = byPrefix[item.plan.title.split('_')[0] ?? '']
  return key === undefined ? null : kindId(key)
}

/** Makes the kinds of the studio, and which of its stages wait for which. */
export function makeKindRows(): Record<string, SeedRow[]> {
  const needs = [
    { stage: 'Animation', needed: 'Rigging', kind: kindId('character') },
    { stage: 'Lighting', needed: 'Modeling', kind: null },
  ]
  return {
    item_kinds: kinds.map((kind, position) => ({ id: kindId(kind.key), ...kind, position })),
    stage_needs: needs.map(({ stage, needed, kind }) => ({
      id: seededId('need', stage, needed),
      stage_id: stageId(stage),
      needs_stage_id: stageId(needed),
      kind_id: kind,
    })),
  }
}

/** Makes the links of shots to what they are made with. */
export function makeLinkRows(spaces: readonly DemoSpace[]): SeedRow[] {
  const items = spaces.flatMap((space) => space.items)
  return items.flatMap((shot) => {
    const cast = casts[shot.plan.title.slice(0, 5).toUpperCase()]
    if (cast === undefined || shot.space.plan.itemType !== 'shot') return []
    const chance = makeChance(`cast ${shot.id}`)
    const wanted = [
      ...cast.always.map((title) => ({ title, count: 1 })),
      ...Object.entries(cast.often).flatMap(([title, most]) =>
        chance.happens(0.4) ? [{ title, count: chance.between(1, most) }] : [],
      ),
    ]
    return wanted.flatMap(({ title, count }) => {
      const asset = items.find((item) => item.plan.title === title && item.space.project === shot.space.project)
      if (asset === undefined) return []
      const place = { project_id: shot.space.project.id }
      const { kind = 'cast', label = '' } = special[title] ?? {}
      return [{ from_item_id: shot.id, to_item_id: asset.id, kind, quantity: count, label, ...place }]
    })
  })
}
