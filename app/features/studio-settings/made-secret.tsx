import { Copy } from 'lucide-react'
import { TextField } from '#app/ui/text-field.tsx'
import styles from '#app/widgets/access-tokens/access-tokens.module.css'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'

type MadeSecretProps = {
  readonly made: { readonly name: string; readonly secret: string; readonly isOldValid: boolean } | undefined
  /** The command that copies it. */
  readonly command: string
}

/** A newly made secret, shown only once. */
export function MadeSecret({ made, command }: MadeSecretProps) {
  if (made === undefined) return null
  return (
    <div className={styles['made']}>
      <output className={styles['note']}>
        Copy the secret of “{made.name}” now: it is not shown again.
        {made.isOldValid && ' The old one stays valid for 24 hours.'}
      </output>
      <div className={styles['secret']}>
        <TextField label="Secret" isLabelHidden value={made.secret} onChange={() => undefined} readOnly />
        <CommandIconButton command={command} icon={<Copy aria-hidden="true" />} />
      </div>
    </div>
  )
}
