import { BookOpen, Clapperboard, Film, Folder, Gamepad2, Library, Megaphone, Music, Palette } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { initialsOf, type ProjectIcon } from '#core/studios/palette.ts'
import { ThumbnailImage } from '#app/widgets/thumbnail/thumbnail-image.tsx'
import type { CardData } from './card-data.ts'
import styles from './cards.module.css'

type CardPictureProps = { readonly card: Pick<CardData, 'name' | 'color' | 'icon' | 'thumbnailMediaId'> }

const icons: Readonly<Record<ProjectIcon, ReactNode>> = {
  film: <Film />,
  series: <Clapperboard />,
  illustration: <Palette />,
  game: <Gamepad2 />,
  music: <Music />,
  advert: <Megaphone />,
  book: <BookOpen />,
  library: <Library />,
  folder: <Folder />,
}

/** The chosen thumbnail, else a picture generated from the name. */
export function CardPicture({ card: { name, color, icon, thumbnailMediaId } }: CardPictureProps) {
  // React's style type has no custom properties.
  const style = { '--card-color': color } as CSSProperties
  return (
    <div className={styles['picture']} style={style} aria-hidden="true">
      <span className={styles['generated']}>{icon === 'folder' ? initialsOf(name) : icons[icon]}</span>
      <ThumbnailImage mediaId={thumbnailMediaId} />
    </div>
  )
}
