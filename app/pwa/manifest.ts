import { pillSurfaces } from '#core/tasks/status-pill.ts'

// The darkest surface is the page's background.
const [background] = pillSurfaces.dark

const png = (name: string, size: number, purpose: 'any' | 'maskable' = 'any') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

const screenshot = (form: 'wide' | 'narrow', sizes: string, label: string) => ({
  src: `/screenshots/${form}.png`,
  sizes,
  type: 'image/png',
  form_factor: form,
  label,
})

/** The web app manifest. */
export const manifest = {
  id: '/',
  name: 'Xsheet',
  short_name: 'Xsheet',
  description: 'Production tracking for animation and creative studios',
  lang: 'en',
  dir: 'ltr' as const,
  start_url: '/?source=pwa',
  scope: '/',
  display: 'standalone' as const,
  display_override: ['window-controls-overlay' as const, 'standalone' as const],
  theme_color: background,
  background_color: background,
  categories: ['productivity', 'business'],
  // Launching again must not open a second window beside one that is uploading.
  launch_handler: { client_mode: ['navigate-existing' as const, 'auto' as const] },
  icons: [
    { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' as const },
    png('icon-192', 192),
    png('icon-512', 512),
    png('maskable-512', 512, 'maskable'),
  ],
  screenshots: [
    screenshot('wide', '1280x800', 'The grid of an episode: every shot, every stage'),
    screenshot('narrow', '390x844', 'A task with its revisions and comments'),
  ],
  shortcuts: [
    { name: 'My updates', url: '/?go=feed', icons: [png('icon-192', 192)] },
    { name: 'Timeline', url: '/?go=timeline', icons: [png('icon-192', 192)] },
    { name: 'Timesheet', url: '/?go=timesheet', icons: [png('icon-192', 192)] },
    { name: 'Projects', url: '/?go=projects', icons: [png('icon-192', 192)] },
  ],
  share_target: {
    action: '/share',
    method: 'POST' as const,
    enctype: 'multipart/form-data',
    params: {
      title: 'title',
      text: 'text',
      url: 'url',
      files: [{ name: 'files', accept: ['image/*', 'video/*'] }],
    },
  },
}
