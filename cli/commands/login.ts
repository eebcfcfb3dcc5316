import { verb as authLogin } from './auth/login.ts'

/** Short for `auth login`. */
export const verb = authLogin
