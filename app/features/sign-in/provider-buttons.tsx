import { CommandButton } from '#app/widgets/command-button.tsx'
import styles from './log-in-dialog.module.css'
import { GithubMark, GoogleMark } from './provider-marks.tsx'

type ProviderButtonsProps = { readonly google: boolean; readonly github: boolean }

const reasonOf = (provider: string): string => `${provider} sign-in is not set up on this deployment`

export function ProviderButtons({ google, github }: ProviderButtonsProps) {
  return (
    <>
      <CommandButton
        command="session.google"
        className={styles['wide']}
        size="large"
        icon={<GoogleMark />}
        disabledReason={google ? undefined : reasonOf('Google')}
      >
        Continue with Google
      </CommandButton>
      <CommandButton
        command="session.github"
        className={styles['wide']}
        size="large"
        icon={<GithubMark />}
        disabledReason={github ? undefined : reasonOf('GitHub')}
      >
        Continue with GitHub
      </CommandButton>
    </>
  )
}
