import type { ProjectPlan, SpacePlan } from './plans.ts'
import { group, sequence } from './shots.ts'

const episode = (name: string, progress: number, collections: SpacePlan['collections']): SpacePlan => ({
  name,
  layout: 'grid',
  itemType: 'shot',
  stages: ['Storyboard', 'Layout', 'Animation', 'Lighting', 'Compositing', 'Final'],
  progress,
  scenes: ['kitchen', 'rooftops', 'meadow', 'fog-forest', 'kitchen'],
  collections,
})

export const kettleAndCrow: ProjectPlan = {
  name: 'Kettle & Crow',
  description: 'Series · 13 episodes of 7 minutes. A tea kettle with opinions and a crow without a home.',
  scene: 'kitchen',
  spaces: [
    episode('Episode 1', 0.95, [
      sequence(
        'KC101',
        'The kettle wakes',
        `
        Dust, and one sunbeam
        The lid moves
        Steam writes a word
        Crow at the window
        They do not trust each other
        The lid again
        Title over the roofs
        Street wakes up
        Milk cart, backwards`,
      ),
      sequence(
        'KC102',
        'A deal is made',
        `
        Crow brings a button
        Kettle refuses
        Crow brings a better button
        First cup of tea
        Both look at the rain
        Somebody knocks
        The cupboard opens by itself
        Run
        Quiet kitchen, one feather`,
      ),
    ]),
    episode('Episode 2', 0.58, [
      sequence(
        'KC201',
        'The missing spoon',
        `
        Count the spoons
        Count them again
        Interview with the teapot
        The fork says nothing
        Under the stove
        Mouse with a lamp
        Crow in disguise
        Disguise fails
        Chase around the sugar`,
      ),
      sequence(
        'KC202',
        'Over the roofs',
        `
        Chimney to chimney
        Kettle on a string
        Wind takes the string
        Long fall, slow
        Caught by laundry
        A roof full of spoons
        The magpie’s speech
        Everybody applauds
        Home by the drainpipe`,
      ),
    ]),
    episode('Episode 3', 0.16, [
      sequence(
        'KC301',
        'Fog',
        `
        Window is white
        No street any more
        Crow flies out
        Kettle waits
        Whistle, far away
        Shapes in the garden
        A second crow`,
      ),
      sequence(
        'KC302',
        'The way back',
        `
        Follow the whistle
        Trees that were not there
        The string again
        Two crows, one kettle
        Morning`,
      ),
    ]),
    episode('Episode 4', 0.05, [
      sequence(
        'KC401',
        'The inspector',
        `
        Polished shoes on the stairs
        Everything in its place
        A form in three copies
        Is this kettle insured?
        The crow is a hat
        The hat sneezes
        Ink, everywhere
        The inspector laughs`,
      ),
      sequence(
        'KC402',
        'Winter',
        `
        First snow on the sill
        Kettle as a heater
        All the birds of the street
        Too many birds
        Feathers and flour
        The stove goes out
        Wood, from where?
        The button box burns
        Warm again
        Goodbye to the swallow`,
      ),
    ]),
    {
      name: 'Props and backgrounds',
      layout: 'kanban',
      itemType: 'asset',
      stages: ['Concept', 'Modeling', 'Final'],
      progress: 0.62,
      scenes: ['kitchen', 'rooftops', 'fog-forest', 'meadow'],
      collections: [
        group(
          'Props',
          'On the table',
          `
          kettle: Hero; enamel with three chips
          crow: Hero; feather count fixed at 41
          spoon_family: Eleven and one missing
          sugar_bowl: Doubles as a roundabout
          button_red: The better button
          string_ball: Rigged, 40 controls`,
        ),
        group(
          'Backgrounds',
          'Painted',
          `
          bg_kitchen_day: Window left, stove right
          bg_kitchen_night: Same, moonlit
          bg_roofs: Three parallax layers
          bg_garden_fog: Ink wash test first
          bg_street: Milk cart lane`,
        ),
      ],
    },
  ],
}
