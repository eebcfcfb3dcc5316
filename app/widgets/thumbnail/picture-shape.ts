/** The shape the worker makes: a picture within the thumbnail limits, or the small square of an avatar. */
export type PictureShape = 'thumbnail' | 'avatar'
