/** The built page of a packet as text (vite.config.ts). */
declare module 'virtual:packet-page' {
  const page: string
  export default page
}
