type Texts = readonly [string, ...string[]]
type Passes = { first: Texts; later: Texts }

/** Comments posted with a revision, by stage; `any` for stages without their own. */
export const revisionTexts: Readonly<Record<string, Passes>> = {
  Storyboard: {
    first: ['Thumbnails for the whole beat, very rough.', 'First boards. I added a pause before the turn.'],
    later: [
      'Second pass. Moved the turn two beats later, it reads now without sound.',
      'Cleaned up, panel 4 is new.',
      'Split the pan in two, as we said on Tuesday.',
      'Tighter on the hands.',
    ],
  },
  Layout: {
    first: ['Blocking pass, timing only.', 'Camera is in: 40 mm, horizon on the third.'],
    later: ['Lower camera, matched the previous shot’s exit.', 'New camera, set dressing is still proxy.'],
  },
  Modeling: {
    first: ['First model from the approved concept, 12k faces.', '**Scale is real now:** one unit is one metre.'],
    later: ['UVs are done, two tiles.', 'Silhouette pass after the concept changed.'],
  },
  Rigging: {
    first: ['Base rig with spine and hands, no face yet.', 'Control layout to try out. *Do not animate on it.*'],
    later: ['Shoulders keep their volume now.', 'Face is in, 34 controls.', 'Fixed the flip at the wrist.'],
  },
  Animation: {
    first: ['First pass on ones, look at the weight please.', 'Blocking. Poses and timing, no overlap.'],
    later: [
      'Pushed the lean on the turn, and the cloth now drags a frame late.',
      'Blocking to spline. Hands are still rough.',
      'Addressed all notes:\n- foot slide at the start\n- blink before the head turn\n- longer hold at the end',
      'Fixed the pop at the contact, softened the settle.',
    ],
  },
  Lighting: {
    first: ['Matched to the sequence key shot. Fog depth is new.', 'Night version with the lamp as the *only* source.'],
    later: ['Warmer key, rim down a third of a stop.', 'Less bounce on the faces, more on the sails.'],
  },
  FX: {
    first: ['Cached at half resolution to check the timing.', 'Spray is in, foam still missing.'],
    later: ['Re-sim with more damping, 96 frames.', 'Foam is in. **Heavier** than I thought it should be.'],
  },
  Compositing: {
    first: ['First slap comp: all layers, no grain.', 'All layers in, edges are rough.'],
    later: ['Edges are fixed, glow is down by half.', 'New plate from lighting, regrained.'],
  },
  Concept: {
    first: ['Three variants, my favourite is the second.', 'Shapes only, from far to near.'],
    later: ['Three more variants after our talk.', 'Colour pass over the approved line.'],
  },
  Idea: {
    first: ['Six thumbnails on one sheet.', 'An idea for the light: only what she carries.'],
    later: ['Two of the six, larger.', 'Turned it around, she now comes towards us.'],
  },
  Sketch: {
    first: ['Composition B, with the ladder on the left.', 'Rough over the chosen thumbnail.'],
    later: ['Cleaned the line, values next.', 'Perspective is fixed, the shelf reads.'],
  },
  Illustration: {
    first: ['Flats and first light.', 'Block-in, colours from the script.'],
    later: ['Final values. The cat is smaller.', 'Texture pass, please look at the edges.'],
  },
  any: {
    first: ['First version, ready for a look.', 'Here is a start.'],
    later: ['New version after our talk.', 'Notes are in.', 'Small fixes, ready for a look.'],
  },
}

/** Review notes. `{author}` is mentioned; `{here}` and `{there}` are references into the revision. */
export const filmNotes: Texts = [
  'Lovely. {here} the foot still slides, two frames. {author} can the cloth settle by {there}?',
  '{here} hold this pose for four more frames, then let it drop.',
  '{author} the eyeline is off from {here} to {there}. She should look past him.',
  'Two things:\n- {here} arc of the hand is flat\n- {there} **too even**, break the rhythm',
  'Very close. {here} I would lose the overshoot.',
  'The swell at {here} reads as a cut. Can we ease into it?',
]
export const stillNotes: Texts = [
  'Beautiful mood. {here} the left third is a bit empty, {author}.',
  '{author} can you try it with the light from the other side? {here}',
  'Values work. **Do not touch the sky.**',
  '{here}: horizon tilts a degree, is that on purpose?',
  'Good. Next:\n- clean the edges\n- check it at thumbnail size',
]
export const approvalTexts: Texts = [
  'Approved, thank you all.',
  'This is it. **Done.**',
  'Approved by the client, with applause.',
]
export const clientTexts: Texts = ['Sent to the client this morning.', 'On the client’s table, answer by Thursday.']
export const viewerTexts: Texts = [
  'We love this one. Could the scarf be a touch brighter?',
  'Signed off from our side.',
]

/** Replies of the revision's author. */
export const replyTexts: Texts = [
  'On it: re-simming with more damping.',
  '{reviewer} fixed in the next one, tomorrow before lunch.',
  'Yes, was a test. Taking it out.',
  '{reviewer} do you have five minutes? Easier to show.',
  'Good catch, thanks.',
]
