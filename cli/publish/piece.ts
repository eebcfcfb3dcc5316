/** Bytes of a file in memory while it is read: more would leave the processor's cache before it is used. */
const pieceBytes = 256 * 1024

const spare: Buffer[] = []

/** Lends a reusable read buffer: allocating one per file would cause half of all garbage collection. */
export async function withPiece<Answer>(work: (piece: Buffer) => Promise<Answer>): Promise<Answer> {
  const piece = spare.pop() ?? Buffer.allocUnsafe(pieceBytes)
  try {
    return await work(piece)
  } finally {
    spare.push(piece)
  }
}
