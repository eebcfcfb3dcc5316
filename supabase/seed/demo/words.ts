type Texts = readonly [string, ...string[]]

/** What people write with a revision, by stage; `any` where a stage has nothing of its own. */
export const revisionTexts: Readonly<Record<string, Texts>> = {
  Storyboard: [
    'Second pass. Moved the turn two beats later, it reads now without sound.',
    'Thumbnails are cleaned up, panel 4 is new.',
    'Split the pan in two, as we said on Tuesday.',
    'Tighter on the hands.',
  ],
  Layout: [
    'Blocking pass, timing only.',
    'Camera is lower and 40 mm now. Horizon sits on the third.',
    'Matched the previous shot’s exit.',
    'New camera, set dressing is still proxy.',
  ],
  Modeling: [
    'Clean topology around the handle, 12k faces.',
    'UVs are done, two tiles.',
    '**Scale is real now:** one unit is one metre.',
    'Silhouette pass after the concept changed.',
  ],
  Animation: [
    'Pushed the lean on the turn, and the cloth now drags a frame late.',
    'Blocking to spline. Hands are still rough.',
    'Addressed all notes:\n- foot slide at the start\n- blink before the head turn\n- longer hold at the end',
    'Fixed the pop at the contact, softened the settle.',
    'First pass on ones, look at the weight please.',
  ],
  Lighting: [
    'Warmer key, rim down a third of a stop.',
    'Matched to the sequence key shot. Fog depth is new.',
    'Night version with the lamp as the *only* source.',
    'Less bounce on the faces, more on the sails.',
  ],
  FX: [
    'Re-sim with more damping, 96 frames.',
    'Spray is in, foam still missing.',
    'Steam reacts to the lid now.',
    'Cached at half resolution to check the timing.',
  ],
  Compositing: [
    'First slap comp: all layers, no grain.',
    'Edges are fixed, glow is down by half.',
    'New plate from lighting, regrained.',
  ],
  Grading: ['Balanced against the neighbours.', 'Cooler shadows, as in the colour script.'],
  Concept: ['Three more variants, my favourite is the second.', 'Colour pass over the approved line.'],
  Sketch: ['Composition B, with the ladder on the left.', 'Cleaned the line, values next.'],
  Illustration: [
    'Flats and first light.',
    'Final values. The cat is smaller.',
    'Texture pass, please look at the edges.',
  ],
  any: ['New version after our talk.', 'Notes are in.', 'Small fixes, ready for a look.'],
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

/** Answers of whoever made the revision. */
export const replyTexts: Texts = [
  'On it: re-simming with more damping.',
  '{reviewer} fixed in the next one, tomorrow before lunch.',
  'Yes, was a test. Taking it out.',
  '{reviewer} do you have five minutes? Easier to show.',
  'Good catch, thanks.',
]
