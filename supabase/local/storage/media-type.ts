// Uploads come from anyone in the studio and are served from the app's own origin, so a type is only trusted if a
// browser runs nothing it finds inside. With nosniff a disguised file stays what its type says.

const shownInline =
  /^(image\/(png|jpeg|gif|webp|avif|bmp|apng|tiff|heic|heif)|(video|audio)\/[\w.+-]+|application\/pdf)$/
const passive =
  /^(text\/(plain|csv|vtt)|application\/(json|zip|gzip|x-tar|octet-stream)|image\/[\w.-]+|font\/[\w.+-]+|model\/[\w.+-]+)$/

const toBaseType = (contentType: string): string => contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** Raster images, video, audio and PDF. Never SVG or HTML. */
export const isShownInline = (contentType: string): boolean => shownInline.test(toBaseType(contentType))

/**
 * Returns the type to serve: an active one (HTML, SVG, script, style sheet, XML) or an unknown one becomes plain bytes.
 */
export function toServedType(contentType: string): string {
  const base = toBaseType(contentType)
  return shownInline.test(base) || passive.test(base) ? contentType : 'application/octet-stream'
}

/** Returns headers that keep a stored file from acting as a page of ours. */
export function toSafetyHeaders(contentType: string): Record<string, string> {
  const isPdf = toBaseType(contentType) === 'application/pdf'
  return {
    'content-type': toServedType(contentType),
    'x-content-type-options': 'nosniff',
    // Chromium's PDF viewer does not start inside a sandbox; it runs no script of the file with our origin anyway.
    ...(!isPdf && { 'content-security-policy': "sandbox; default-src 'none'" }),
    ...(!isShownInline(contentType) && { 'content-disposition': 'attachment' }),
  }
}

/** Returns a `Content-Disposition` that saves under this name. */
export function toAttachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^\w .()-]/g, '_')
  const encoded = encodeURIComponent(fileName).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
