let read: () => number = () => 10

/** Says how many rows fit the window, which only the grid on the page knows. */
export function setPageRows(readRows: () => number): void {
  read = readRows
}

export function getPageRows(): number {
  return read()
}
