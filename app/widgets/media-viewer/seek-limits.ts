/** Some films have places a browser's seek never comes back from; the next wish does not wait for it. */
export const longestSeekMs = 1500
/** A film that breaks down on its way to a frame goes back to the one before; not for ever. */
export const mostRecoveries = 3
/** How long after a seek the picture may still be the one before it. */
export const lateMs = 250
/** Chromium sometimes says that it has sought and leaves the picture before on the screen, at a film's end above all. */
export const mostRepaints = 2
/** Chromium lets go of what a film at rest has loaded after 15 s; a film is woken three seconds before it is needed. */
export const mostRestedMs = 10_000
