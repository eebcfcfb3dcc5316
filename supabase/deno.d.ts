/** The little of Deno that the entries use. Deno itself checks them with all of it. */
declare const Deno: {
  serve(handler: (request: Request) => Promise<Response>): unknown
  env: { toObject(): Record<string, string> }
}
