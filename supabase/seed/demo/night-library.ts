import type { ProjectPlan } from './plans.ts'
import { group } from './shots.ts'

export const nightLibrary: ProjectPlan = {
  name: 'Night Library',
  description: 'Illustrations · 28 plates for a picture book. Under embargo until the publisher announces it.',
  scene: 'library',
  isClosedToViewers: true,
  spaces: [
    {
      name: 'Plates',
      layout: 'illustration',
      itemType: 'illustration',
      stages: ['Setup', 'References', 'Idea', 'Sketch', 'Illustration', 'Png'],
      progress: 0.5,
      scenes: ['library', 'aurora', 'rooftops', 'fog-forest', 'old-map', 'lantern', 'meadow', 'night-sea'],
      collections: [
        {
          isDefault: true,
          ...group(
            'Illustrations',
            '',
            `
            Cover: The door between two shelves
            Endpapers: Repeating keys
            Title page: Lamp, cat, ladder
            Plate 01: The library after closing
            Plate 02: A girl who was forgotten inside
            Plate 03: Books breathe
            Plate 04: The cat knows the way
            Plate 05: Aisle of maps
            Plate 06: A ladder without an end
            Plate 07: Rain inside the poetry room
            Plate 08: Conversation with an atlas
            Plate 09: The dark aisle
            Plate 10: One match
            Plate 11: Northern lights over the card index
            Plate 12: A forest grows from a margin
            Plate 13: The librarian, asleep
            Plate 14: Moth parliament
            Plate 15: The sea shelf leaks
            Plate 16: Rowing through the reading room
            Plate 17: An owl stamps the date
            Plate 18: The book with her name
            Plate 19: Blank pages
            Plate 20: She writes the first line
            Plate 21: Dawn in the skylight
            Plate 22: The key under the mat
            Plate 23: Home, street lamps go out
            Plate 24: The cat, reading
            Back cover: A shelf with one gap`,
          ),
        },
      ],
    },
    {
      name: 'Colour script',
      layout: 'moodboard',
      itemType: 'illustration',
      stages: [],
      progress: 0,
      scenes: ['library'],
      collections: [],
    },
  ],
}
