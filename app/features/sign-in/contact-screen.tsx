import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { links } from '#app/routes.ts'
import { configStore } from '#app/stores/config-store.ts'
import { Brand } from '#app/widgets/brand.tsx'
import { landingContent } from './landing-content.ts'
import styles from './landing.module.css'
import { ServerAway } from './server-away.tsx'

const content = landingContent.contact

/** Who runs this installation, if that is configured. */
export function ContactScreen() {
  const { config, isServerAway } = useSnapshot(configStore)
  return (
    <div className={styles['page']}>
      <header className={styles['bar']}>
        <Brand />
      </header>
      <section className={styles['contact']}>
        <h1 className={styles['heading']}>{content.title}</h1>
        {config === undefined && isServerAway && <ServerAway />}
        {config?.contactEmail !== undefined && (
          <p className={styles['text']}>
            <a href={`mailto:${config.contactEmail}`}>{config.contactEmail}</a>
          </p>
        )}
        {config !== undefined && config.contactEmail === undefined && (
          <WhoRunsIt host={location.host} domains={config.allowedEmailDomains} />
        )}
        <Link href={links.home()}>{content.back}</Link>
      </section>
    </div>
  )
}

type WhoRunsItProps = { readonly host: string; readonly domains: readonly string[] }

function WhoRunsIt({ host, domains }: WhoRunsItProps) {
  const isThisMachine = /^(localhost|127\.|\[::1\])/.test(host)
  return (
    <>
      <p className={styles['text']}>{isThisMachine ? content.thisMachine(host) : content.elsewhere(host)}</p>
      {domains.length > 0 && <p className={styles['text']}>{content.domains(domains)}</p>}
      <p className={styles['text']}>{content.howTo}</p>
    </>
  )
}
