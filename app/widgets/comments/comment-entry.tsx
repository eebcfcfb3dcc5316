import type { FeedContext } from './feed-context.ts'
import { MoreHorizontal, PenLine, Pencil, Trash2 } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { relativeTimeOf } from '#core/lib/relative-time.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { links } from '#app/routes.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { Menu } from '#app/ui/menu.tsx'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import { CommentAttachments } from './comment-attachments.tsx'
import { CommentEditor } from './comment-editor.tsx'
import type { FeedEntry } from './comment-feed-model.ts'
import { CommentText } from './comment-text.tsx'
import styles from './comments.module.css'
import { composerStore, startEditing } from './composer-store.ts'
import { capitalize, useMoments } from './moments.ts'

type CommentEntryProps = { readonly entry: FeedEntry; readonly context: FeedContext }

export function CommentEntry({ entry, context }: CommentEntryProps) {
  const { id, author, lines, content, status, attachments, references, drawings } = entry
  const moments = useMoments(context.item)
  const isEditing = useSnapshot(composerStore).editing === id
  return (
    <li id={`comment-${id}`} className={styles['entry']} tabIndex={-1}>
      <Avatar {...author} imageUrl={author.avatarUrl} isDecorative />
      <article className={styles['body']}>
        <EntryHead entry={entry} context={context} />
        {isEditing && <CommentEditor commentId={id} content={content} />}
        {!isEditing && content !== '' && (
          <CommentText
            lines={lines}
            wordsOf={(mark) => moments.ofMark(references, mark)}
            onFollow={({ label, index }) =>
              void runCommand('popup.follow-here', {
                args: [id, String(index), ...(label === undefined ? [] : [label])],
              })
            }
          />
        )}
        {drawings.length > 0 && (
          <p className={styles['drawings']}>
            {drawings.map((drawing, index) => (
              <button
                key={`${drawing.mediaId} ${drawing.frame}`}
                type="button"
                className={styles['drawing']}
                onClick={() => void runCommand('popup.show-drawing', { args: [id, String(index)] })}
              >
                <PenLine aria-hidden="true" />
                {capitalize(moments.ofDrawing(drawing))}
              </button>
            ))}
          </p>
        )}
        {attachments.length > 0 && <CommentAttachments attachments={attachments} urls={context.urls} />}
        {status !== undefined && (
          <p className={styles['status']}>
            <span className={styles['from']}>Status changed to</span>{' '}
            {status.to === undefined ? status.toName : <StatusPill status={status.to} />}
            {status.from !== undefined && ' '}
            {status.from !== undefined && <span className={styles['from']}>{`from ${status.from.shortCode}`}</span>}
          </p>
        )}
      </article>
    </li>
  )
}

function EntryHead({ entry, context }: CommentEntryProps) {
  const { author, createdAt, isEdited, imported, revision } = entry
  const { now, studioSlug, userId, canDelete } = context
  const isMine = author.id === userId
  return (
    <header className={styles['head']}>
      {author.id === undefined ? (
        <span className={styles['author']}>{author.name}</span>
      ) : (
        <Link className={styles['author']} href={links.artist({ studioSlug, userId: author.id })}>
          {author.name}
        </Link>
      )}
      {revision !== undefined && (
        <button
          type="button"
          className={styles['revision']}
          onClick={() => void runCommand('popup.show-version', { args: [revision.versionId] })}
        >
          {revision.versionNumber === 0 ? 'Revision' : `Revision v${revision.versionNumber}`}
        </button>
      )}
      {revision !== undefined && revision.taskName !== '' && <span>{revision.taskName}</span>}
      {revision?.timeSpent !== undefined && <span>{revision.timeSpent}</span>}
      <time dateTime={new Date(createdAt).toISOString()} data-tooltip={new Date(createdAt).toLocaleString()}>
        {relativeTimeOf(createdAt, now)}
      </time>
      {imported !== undefined && (
        <span data-tooltip={imported.by === undefined ? undefined : `Imported by ${imported.by}`}>imported</span>
      )}
      {isEdited && <span>edited</span>}
      {(isMine || canDelete) && <EntryActions entry={entry} isMine={isMine} context={context} />}
    </header>
  )
}

type EntryActionsProps = CommentEntryProps & { readonly isMine: boolean }

function EntryActions({ entry: { id, drawings }, isMine, context }: EntryActionsProps) {
  const moments = useMoments(context.item)
  return (
    <span className={styles['entryActions']}>
      {isMine && (
        <IconButton
          label="Edit"
          variant="ghost"
          size="small"
          icon={<Pencil aria-hidden="true" />}
          onClick={() => startEditing(id)}
        />
      )}
      <Menu
        align="end"
        trigger={<IconButton label="More" variant="ghost" size="small" icon={<MoreHorizontal aria-hidden="true" />} />}
        items={[
          ...(isMine ? drawings : []).map((drawing, index) => ({
            kind: 'action' as const,
            id: `drawing-${index}`,
            label: `Change the ${moments.ofDrawing(drawing)}`,
            icon: <PenLine aria-hidden="true" />,
            onSelect: () => void runCommand('popup.edit-drawing', { args: [id, String(index)] }),
          })),
          {
            kind: 'action',
            id: 'delete',
            label: 'Delete comment',
            tone: 'danger',
            icon: <Trash2 aria-hidden="true" />,
            onSelect: () => void runCommand('popup.delete-comment', { args: [id] }),
          },
        ]}
      />
    </span>
  )
}
