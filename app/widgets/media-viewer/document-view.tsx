import { fetchStored } from '#core/lib/storage-check.ts'
import type { MediaViewProps } from './media-view-props.ts'
import { useEffect, useState } from 'react'
import { FileView } from './file-view.tsx'
import { LateNote } from './late-note.tsx'
import styles from './media-viewer.module.css'
import { useMediaUrl } from './use-media-url.ts'

const largestBytes = 100_000_000

/**
 * Shows a PDF in place. Its bytes are given to the browser's own viewer with the type of a PDF: whatever they contain,
 * they cannot become a web page.
 */
export function DocumentView(file: MediaViewProps) {
  const { media, urls } = file
  const { url, isFresh, isLate, renew } = useMediaUrl(urls, media.id)
  const [page, setPage] = useState<string>()
  const [isBroken, setBroken] = useState(false)
  const isTooLarge = media.sizeBytes > largestBytes
  const wanted = page === undefined && isFresh && !isTooLarge ? url : undefined

  useEffect(() => {
    if (wanted === undefined) return undefined
    const leaving = new AbortController()
    void loadPdf(wanted, leaving.signal).then((address) => {
      if (leaving.signal.aborted) return
      if (address !== undefined) setPage(address)
      else if (!renew()) setBroken(true)
    })
    return () => leaving.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- renew is a new function each time, but does the same
  }, [wanted])
  useEffect(() => () => (page === undefined ? undefined : URL.revokeObjectURL(page)), [page])

  if (isTooLarge || !navigator.pdfViewerEnabled) return <FileView {...file} />
  if (isBroken) return <FileView {...file} note="This PDF could not be shown." />
  return (
    <div className={styles['document']} aria-busy={page === undefined}>
      <LateNote isLate={isLate} />
      {page !== undefined && (
        <iframe className={styles['page']} src={`${page}#navpanes=0&view=FitH`} title={media.filename} />
      )}
    </div>
  )
}

async function loadPdf(url: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const answer = await fetchStored(url, { signal })
    if (!answer.ok) return undefined
    return URL.createObjectURL(new Blob([await answer.arrayBuffer()], { type: 'application/pdf' }))
  } catch {
    return undefined
  }
}
