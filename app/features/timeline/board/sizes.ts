/** Height of the dates across the top, in pixels. */
export const headerHeight = 42
/** Width of the names down the left side, in pixels; `--name-width` overrides it on a small screen. */
export const nameWidth = 150
