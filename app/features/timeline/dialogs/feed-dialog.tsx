import { Copy, Link2Off } from 'lucide-react'
import { useEffect, useState } from 'react'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import type { StudioClient } from '#core/sync/make-client.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { configStore } from '#app/stores/config-store.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { TimelineModel } from '../model/timeline-model.ts'
import styles from './dialogs.module.css'

type FeedDialogProps = { readonly model: TimelineModel; readonly client: StudioClient; readonly onClose: () => void }

/** The address under which a calendar reads the person's plan: made, shown once, renewed or revoked. */
export function FeedDialog({ model, client, onClose }: FeedDialogProps) {
  const { address, hasFeed, create, revoke } = useFeed(model, client)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Calendar address"
      width={480}
      description="A calendar that subscribes to it shows your plan. Whoever has the address can read it: keep it to yourself."
      footer={
        <>
          {hasFeed && (
            <Button variant="ghost" icon={<Link2Off aria-hidden="true" />} onClick={revoke}>
              Revoke
            </Button>
          )}
          <Button variant="primary" onClick={create}>
            {hasFeed ? 'New address' : 'Make an address'}
          </Button>
        </>
      }
    >
      {address === undefined ? (
        <p className={styles['none']}>
          {hasFeed ? 'There is an address. It was shown when it was made; a new one ends it.' : 'There is no address.'}
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

function useFeed({ studio }: TimelineModel, { gateway }: StudioClient) {
  const [address, setAddress] = useState<string>()
  const [hasFeed, setHasFeed] = useState(false)
  const args = { p_studio_id: studio.studioId }
  useEffect(() => {
    void ask(async () =>
      setHasFeed((await gateway.call('has_calendar_feed', { p_studio_id: studio.studioId })) === true),
    )
  }, [gateway, studio.studioId])
  return {
    address,
    hasFeed,
    create: () =>
      void ask(async () => {
        const token = String(await gateway.call('create_calendar_feed', args))
        const root = configStore.config?.supabaseUrl ?? location.origin
        setAddress(`${root}/functions/v1/calendar-feed?token=${token}`)
        setHasFeed(true)
      }),
    revoke: () =>
      void ask(async () => {
        await gateway.call('revoke_calendar_feed', args)
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
