import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import { useCommands } from '#app/commands/use-commands.ts'
import { links, routes } from '#app/routes.ts'
import { configStore } from '#app/stores/config-store.ts'
import { uiStore } from '#app/stores/ui-store.ts'
import { Brand } from '#app/widgets/brand.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { later } from '#app/ui/later.tsx'
import { landingContent as content } from './landing-content.ts'
import { LandingPreview } from './landing-preview.tsx'
import styles from './landing.module.css'
import { ServerAway } from './server-away.tsx'
import { signInCommands } from './sign-in-commands.ts'

const LogInDialog = later(async () => (await import('./log-in-dialog.tsx')).LogInDialog)

/** The front page for people who are not signed in; the log-in dialog has its own address. */
export function LandingScreen() {
  useCommands(signInCommands)
  const [path, navigate] = useLocation()
  const search = useSearch()
  const isLogInOpen = path === routes.login || new URLSearchParams(search).has('login')
  const { theme } = useSnapshot(uiStore)
  return (
    <div className={styles['page']}>
      <header className={styles['bar']}>
        <Brand />
        <span className={styles['grow']} />
        <CommandButton command="view.theme" hasKeyHint={false} aria-label={`Switch to ${otherOf(theme)}`}>
          {theme === 'dark' ? 'Light' : 'Dark'}
        </CommandButton>
        <CommandButton command="session.log-in" variant="primary" hasKeyHint={false}>
          {content.logIn}
        </CommandButton>
      </header>
      <section className={styles['hero']}>
        <h1 className={styles['title']}>
          {content.title.map((line) => (
            <span key={line}>{line} </span>
          ))}
        </h1>
        <p className={styles['lead']}>{content.lead}</p>
        <CallToAction />
        <LandingPreview />
      </section>
      <Statistics />
      <Features />
      <section className={styles['closing']}>
        <h2 className={styles['heading']}>{content.closingTitle}</h2>
        <p className={styles['text']}>{content.closingText}</p>
        <CallToAction />
      </section>
      {isLogInOpen && <LogInDialog onClose={() => navigate(links.home(), { replace: true })} />}
    </div>
  )
}

function otherOf(theme: 'dark' | 'light'): 'dark' | 'light' {
  return theme === 'dark' ? 'light' : 'dark'
}

/** The ways in that the deployment offers; the row keeps its height until they are known. */
function CallToAction() {
  const { config, isServerAway } = useSnapshot(configStore)
  return (
    <div className={styles['actions']}>
      {config === undefined && isServerAway && <ServerAway />}
      {config?.demo.isAvailable === true && (
        <CommandButton command="session.try-demo" variant="primary" size="large" hasKeyHint={false}>
          {content.tryDemo}
        </CommandButton>
      )}
      {config !== undefined && (
        <CommandButton command="session.contact" size="large" hasKeyHint={false}>
          {content.contactUs}
        </CommandButton>
      )}
      {config !== undefined && !config.demo.isAvailable && (
        <CommandButton command="session.log-in" variant="primary" size="large" hasKeyHint={false}>
          {content.logIn}
        </CommandButton>
      )}
    </div>
  )
}

function Statistics() {
  return (
    <dl className={styles['statistics']}>
      {content.statistics.map(({ figure, label }) => (
        <div key={label} className={styles['statistic']}>
          <dt className={styles['label']}>{label}</dt>
          <dd className={styles['figure']}>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

function Features() {
  return (
    <section className={styles['features']}>
      <h2 className={styles['heading']}>{content.featuresTitle}</h2>
      <ul className={styles['list']}>
        {content.features.map(({ id, title, text }) => (
          <li key={id} className={styles['feature']}>
            <h3 className={styles['featureTitle']}>{title}</h3>
            <p className={styles['text']}>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
