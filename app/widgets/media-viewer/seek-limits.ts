/** A browser's seek to some places in some films never ends; after this long, the next request does not wait for it. */
export const longestSeekMs = 1500
/** How often a film that fails on its way to a frame may return to the last one shown. */
export const mostRecoveries = 3
/** How long after a seek the previous picture may still be reported. */
export const lateMs = 250
/** Chromium sometimes reports the end of a seek but keeps the previous picture, mostly at a film's end. */
export const mostRepaints = 2
/** Chromium drops the loaded data of an idle film after 15 s; a film is woken three seconds before it is needed. */
export const mostRestedMs = 10_000
