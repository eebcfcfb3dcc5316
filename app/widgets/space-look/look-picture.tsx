import { SpaceOutline } from './space-outline.tsx'
import type { SpaceLook } from './space-look.ts'

/** A space as it was last seen, shown while its rows are read. It is inert and hidden from screen readers. */
export function LookPicture({ look: { width, height, url } }: { readonly look: SpaceLook }) {
  return (
    <SpaceOutline>
      <img src={url} width={width} height={height} alt="" data-look="" decoding="sync" draggable={false} />
    </SpaceOutline>
  )
}
