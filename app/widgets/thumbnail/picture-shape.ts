/** What a worker makes of a picture: one within the limits of a thumbnail, or the small square of an avatar. */
export type PictureShape = 'thumbnail' | 'avatar'
