import { verb as authLogin } from './auth/login.ts'

/** `login` is short for `auth login`. */
export const verb = authLogin
