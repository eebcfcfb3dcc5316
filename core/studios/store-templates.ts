import type { Gateway } from '#core/gateway/ports.ts'
import type { TemplateKind, TemplateLibrary } from './template-library.ts'

type Context = { readonly gateway: Pick<Gateway, 'templates'> }

/** Loads the templates of a kind from the server. Fails with an `AppError`. */
export async function loadTemplates(kind: TemplateKind, { gateway }: Context): Promise<TemplateLibrary> {
  return await gateway.templates.load(kind)
}

/** Writes the differences between two libraries; repeatable. Fails with an `AppError`. */
export async function saveTemplates(
  kind: TemplateKind,
  { before, after }: { readonly before: TemplateLibrary; readonly after: TemplateLibrary },
  { gateway }: Context,
): Promise<void> {
  await gateway.templates.save(kind, before, after)
}
