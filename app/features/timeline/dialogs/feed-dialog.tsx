import type { StudioClient } from '#core/sync/studio-client.ts'
import { Copy, Link2Off } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createCalendarFeed, hasCalendarFeed, revokeCalendarFeed } from '#core/timeline/calendar-feed.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { configStore } from '#app/stores/config-store.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { TimelineModel } from '../model/timeline-model.ts'
import styles from './dialogs.module.css'

type FeedDialogProps = { readonly model: TimelineModel; readonly client: StudioClient; readonly onClose: () => void }

/** The address of the person's calendar feed: created, shown once, renewed or revoked. */
export function FeedDialog({ model, client, onClose }: FeedDialogProps) {
  const { address, hasFeed, create, revoke } = useFeed(model, client)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Calendar address"
      width={480}
      description="Subscribe to it in your calendar to see your plan there. Anyone with the address can read it, so keep it private."
      footer={
        <>
          {hasFeed && (
            <Button variant="ghost" icon={<Link2Off aria-hidden="true" />} onClick={revoke}>
              Revoke
            </Button>
          )}
          <Button variant="primary" onClick={create}>
            {hasFeed ? 'New address' : 'Create an address'}
          </Button>
        </>
      }
    >
      {address === undefined ? (
        <p className={styles['none']}>
          {hasFeed ? 'You have an address. It was shown once; a new one replaces it.' : 'No address yet.'}
        </p>
      ) : (
        <div className={styles['address']}>
          <TextField label="Address" value={address} onChange={() => undefined} />
          <Button
            icon={<Copy aria-hidden="true" />}
            onClick={() => {
              void navigator.clipboard
                .writeText(address)
                .then(() => showToast({ kind: 'success', text: 'Address copied' }))
            }}
          >
            Copy
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function useFeed({ studio: { studioId } }: TimelineModel, client: StudioClient) {
  const [address, setAddress] = useState<string>()
  const [hasFeed, setHasFeed] = useState(false)
  useEffect(() => {
    void ask(async () => setHasFeed(await hasCalendarFeed(studioId, client)))
  }, [client, studioId])
  return {
    address,
    hasFeed,
    create: () =>
      void ask(async () => {
        const token = await createCalendarFeed(studioId, client)
        const root = configStore.config?.supabaseUrl ?? location.origin
        setAddress(`${root}/functions/v1/calendar-feed?token=${token}`)
        setHasFeed(true)
      }),
    revoke: () =>
      void ask(async () => {
        await revokeCalendarFeed(studioId, client)
        setAddress(undefined)
        setHasFeed(false)
        showToast({ kind: 'success', text: 'The address was revoked.' })
      }),
  }
}

async function ask(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (cause) {
    showToast({ kind: 'error', text: cause instanceof AppError ? cause.message : messages.unexpected })
  }
}
