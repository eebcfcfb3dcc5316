import type { ProjectPlan } from './plans.ts'
import { group, sequence } from './shots.ts'

/** The parts of the film, by their sequences. */
const parts: Readonly<Record<string, string>> = {
  SQ010: 'Part 1: The coast',
  SQ020: 'Part 1: The coast',
  SQ030: 'Part 2: The sea',
  SQ040: 'Part 2: The sea',
  SQ050: 'Part 3: The salt',
  SQ060: 'Part 3: The salt',
}

const shotStages = ['Storyboard', 'Layout', 'Animation', 'Lighting', 'FX', 'Compositing', 'Grading', 'Final']

export const theSaltRoad: ProjectPlan = {
  name: 'The Salt Road',
  description: 'Feature · 6 sequences. Ines follows her brother’s boat along the coast where the salt traders went.',
  scene: 'harbour-dawn',
  spaces: [
    {
      name: 'Sequences',
      layout: 'grid',
      itemType: 'shot',
      stages: shotStages,
      progress: 0.46,
      scenes: [
        'harbour-dawn',
        'market',
        'night-sea',
        'whale-deep',
        'storm',
        'salt-flats',
        'mountains',
        'lantern',
        'lighthouse',
      ],
      collections: [
        sequence(
          'SQ010',
          'The harbour at dawn',
          `
          Wide: boats leave the pier
          Ines ties the last knot
          Gull lands on the mast
          Close on the compass
          The map unrolls
          First wave
          Ines looks back
          Her mother at the window
          Last roof sinks behind the swell`,
        ),
        sequence(
          'SQ020',
          'Salt market',
          `
          Crane over the stalls
          Child steals a fig
          Chase, from behind
          Chase, through the cloth
          Ines hides
          The knife seller
          A coin that should not exist
          The seller bites the coin
          Cloth falls, she is gone
          Market from the tower`,
        ),
        sequence(
          'SQ030',
          'Night crossing',
          `
          Stars over black water
          Lantern goes out
          The whale
          Inside the hull
          Breathing, under the boat
          Two lights, far off
          Ines does not wave
          Phosphor in the wake
          Sleep`,
        ),
        sequence(
          'SQ040',
          'The storm',
          `
          Wall of cloud, locked off
          Sail tears
          The rope burns her hands
          Under the wave
          Mast from below
          Silence after
          Hand on the broken mast
          Compass still works`,
        ),
        sequence(
          'SQ050',
          'White ground',
          `
          Two figures, no horizon
          Salt under bare feet
          The abandoned pans
          He has kept her letters
          The quarrel, wide
          The quarrel, close
          They walk apart
          Mirage of the harbour`,
        ),
        sequence(
          'SQ060',
          'The lighthouse',
          `
          Stairs, looking up
          The lamp is cold
          She burns the map
          Beam finds the boat
          Sunrise, same frame as the first
          Hold on the empty pier
          Titles over the sea`,
        ),
      ].map((collection) => ({ ...collection, episode: parts[collection.name] })),
    },
    {
      name: 'Assets',
      layout: 'kanban',
      itemType: 'asset',
      stages: ['References', 'Concept', 'Modeling', 'Rigging', 'Final'],
      progress: 0.6,
      scenes: ['old-map', 'lantern', 'lighthouse', 'harbour-dawn', 'rooftops', 'salt-flats'],
      collections: [
        group(
          'Characters',
          'Everybody with a face',
          `
          chr_ines: Ines, seventeen, red scarf, salt-stiff coat
          chr_mateo: Her brother, two winters older
          chr_mother: Seen through glass only
          chr_knife_seller: Market, one scene, has to be remembered
          chr_child_thief: Five expressions are enough
          chr_whale: Scarred on the left; barnacle map in the drive
          crd_traders: Crowd kit, twelve silhouettes`,
        ),
        group(
          'Props',
          'Held, carried, thrown',
          `
          prp_compass: Needle points to the brother, not north
          prp_map: Unrolls on camera, burns on camera
          prp_lantern: Three glass states
          prp_letters: Bundle, tied and loose
          prp_coin: Hero close-up in SQ020
          prp_rope_kit: Coils, knots, frayed end
          prp_fig_basket: Background`,
        ),
        group(
          'Sets',
          'Where it happens',
          `
          set_harbour: Dawn and dusk
          set_market: Modular stalls, cloth is simulated
          set_boat: Deck, hull, mast; breaks in SQ040
          set_salt_flats: Displaced ground, 2 km visible
          set_lighthouse: Interior stairs and lamp room`,
        ),
      ],
    },
    {
      name: 'Look and mood',
      layout: 'moodboard',
      itemType: 'asset',
      stages: [],
      progress: 0,
      scenes: ['salt-flats'],
      collections: [],
    },
  ],
}
