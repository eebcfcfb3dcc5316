/** For hosts as processes of their own: no settings of this machine, but what Node compiled for an earlier one. */
export const bareEnv = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }
