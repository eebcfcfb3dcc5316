import { useSnapshot } from 'valtio'
import { shortNameOf } from '#core/people/display-name.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { sessionStore } from '#app/stores/session-store.ts'
import { CreateStudioForm } from './create-studio-form.tsx'
import { JoinStudioForm } from './join-studio-form.tsx'
import { welcomeCommands } from './studio-form-commands.ts'
import styles from './welcome.module.css'

/** The page of a person without a studio: create one, or join one. */
export function WelcomeScreen() {
  useCommands(welcomeCommands)
  const { user } = useSnapshot(sessionStore)
  const name = shortNameOf({ fullName: user?.displayName ?? '', email: user?.email ?? '' })
  return (
    <div className={styles['page']}>
      <h1 className={styles['title']}>Welcome{name === '' ? '' : `, ${name}`}</h1>
      <p className={styles['lead']}>A studio holds your projects and the people who work on them.</p>
      <div className={styles['ways']}>
        <section className={styles['way']} aria-labelledby="welcome-create">
          <h2 id="welcome-create" className={styles['heading']}>
            Create a studio
          </h2>
          <CreateStudioForm command="studio.create" takesFocus />
        </section>
        <section className={styles['way']} aria-labelledby="welcome-join">
          <h2 id="welcome-join" className={styles['heading']}>
            Join a studio
          </h2>
          <JoinStudioForm />
        </section>
      </div>
    </div>
  )
}
