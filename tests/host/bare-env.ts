/** The environment of hosts run as processes: none of this machine's settings, but its Node compile cache. */
export const bareEnv = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }
