export type DemoAccount = { email: string; name: string; role: 'owner' | 'admin' | 'lead' | 'member' | 'viewer' }

/** The people of the demo studio. Anyone may sign in as one of them if the deployment offers the demo. */
export const demoAccounts: readonly DemoAccount[] = [
  { email: 'ingrid.solberg@northlight.example', name: 'Ingrid Solberg', role: 'owner' },
  { email: 'tomas.okafor@northlight.example', name: 'Tomas Okafor', role: 'admin' },
  { email: 'mei.tanaka@northlight.example', name: 'Mei Tanaka', role: 'lead' },
  { email: 'lucia.ferrante@northlight.example', name: 'Lucia Ferrante', role: 'member' },
  { email: 'jonas.weber@northlight.example', name: 'Jonas Weber', role: 'member' },
  { email: 'amara.diallo@northlight.example', name: 'Amara Diallo', role: 'member' },
  { email: 'priya.raman@northlight.example', name: 'Priya Raman', role: 'member' },
  { email: 'henrik.lund@northlight.example', name: 'Henrik Lund', role: 'viewer' },
]

/** Public on purpose: /config.json gives it to every page of a deployment with a demo. */
export const demoPassword = 'northlight-demo'
