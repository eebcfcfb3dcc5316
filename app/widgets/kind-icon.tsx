import {
  Camera,
  Car,
  Clapperboard,
  Image,
  ListVideo,
  Mountain,
  Package,
  PawPrint,
  Shapes,
  Shirt,
  Sparkles,
  Sword,
  TreePine,
  Tv,
  UserRound,
} from 'lucide-react'
import type { ItemKind } from '#core/schema/item-kinds.ts'
import type { ItemType } from '#core/schema/items.ts'

const icons = {
  clapperboard: Clapperboard,
  'list-video': ListVideo,
  tv: Tv,
  'user-round': UserRound,
  'paw-print': PawPrint,
  package: Package,
  sword: Sword,
  shirt: Shirt,
  car: Car,
  mountain: Mountain,
  'tree-pine': TreePine,
  sparkles: Sparkles,
  camera: Camera,
  image: Image,
  shapes: Shapes,
} as const

const ofType: Readonly<Record<ItemType, keyof typeof icons>> = {
  shot: 'clapperboard',
  sequence: 'list-video',
  episode: 'tv',
  asset: 'package',
  illustration: 'image',
}

/** The icons available for kinds of items: Lucide's names, with our labels. */
export const kindIcons: readonly { readonly value: keyof typeof icons; readonly label: string }[] = [
  { value: 'clapperboard', label: 'Clapperboard' },
  { value: 'list-video', label: 'List' },
  { value: 'tv', label: 'Television' },
  { value: 'user-round', label: 'Person' },
  { value: 'paw-print', label: 'Paw' },
  { value: 'package', label: 'Box' },
  { value: 'sword', label: 'Sword' },
  { value: 'shirt', label: 'Shirt' },
  { value: 'car', label: 'Car' },
  { value: 'mountain', label: 'Mountain' },
  { value: 'tree-pine', label: 'Tree' },
  { value: 'sparkles', label: 'Sparks' },
  { value: 'camera', label: 'Camera' },
  { value: 'image', label: 'Picture' },
  { value: 'shapes', label: 'Shapes' },
]

/** The icon of a kind, or the default one for its items' type. */
export function KindIcon({ kind: { icon, itemType } }: { readonly kind: Pick<ItemKind, 'icon' | 'itemType'> }) {
  const own = kindIcons.find(({ value }) => value === icon)?.value
  const Icon = icons[own ?? ofType[itemType]]
  return <Icon aria-hidden="true" size={16} />
}
