/** Pixels of the dates across the top. */
export const headerHeight = 42
/** Pixels of the names down the left side; `--name-width` says otherwise on a small screen. */
export const nameWidth = 150
