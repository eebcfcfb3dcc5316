import styles from './brand.module.css'

type BrandProps = { readonly isNameHidden?: boolean }

/** The logo and the product name. */
export function Brand({ isNameHidden = false }: BrandProps) {
  return (
    <span className={styles['brand']}>
      <svg className={styles['mark']} viewBox="0 0 24 24" aria-hidden="true">
        <rect x="6" y="6" width="5.4" height="5.4" rx="1.2" />
        <rect x="12.6" y="6" width="5.4" height="5.4" rx="1.2" />
        <rect x="6" y="12.6" width="5.4" height="5.4" rx="1.2" />
        <rect x="12.6" y="12.6" width="5.4" height="5.4" rx="1.2" opacity="0.5" />
      </svg>
      <span className={isNameHidden ? 'visually-hidden' : styles['name']}>Xsheet</span>
    </span>
  )
}
