import type { RouteParams } from '#app/routes.ts'
import { SpaceScreen } from './space-screen.tsx'

type IllustrationScreenProps = { readonly params: RouteParams }

/** The project's illustration space: the grid with fixed stages. */
export function IllustrationScreen({ params }: IllustrationScreenProps) {
  return <SpaceScreen params={params} wanted="illustration" />
}
