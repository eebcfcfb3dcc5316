/** How much of a file is in memory while it is read: more leaves the processor's cache before it is used. */
const pieceBytes = 256 * 1024

const spare: Buffer[] = []

/** Lends memory to read into. It is used again: new memory for each file is half of what the garbage collector has to do. */
export async function withPiece<Answer>(work: (piece: Buffer) => Promise<Answer>): Promise<Answer> {
  const piece = spare.pop() ?? Buffer.allocUnsafe(pieceBytes)
  try {
    return await work(piece)
  } finally {
    spare.push(piece)
  }
}
