import { useEffect } from 'react'
import type { LinkContent } from '#core/casting/item-links.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { openProjectLinks } from '#app/widgets/project-links/open-project-links.ts'
import { useWasAsked } from '#app/widgets/project-links/use-item-links.ts'
import type { SpaceModel } from '../model/space-model.ts'

/**
 * Loads what the space's tasks wait for, and what its formulas read of other items, once the first rows are painted:
 * the casts of its project and, one after the other, its other spaces until everything is found. Opens nothing where no
 * stage waits and no formula reads other items.
 */
export function useReadiness(client: StudioClient, model: SpaceModel, isPainted: boolean): void {
  const waits = model.getStages().some(({ id }) => model.studio.getNeeds().some(({ stageId }) => stageId === id))
  const isAsked = useWasAsked(model.links)

  // What it opens has to be closed again: outside React.
  useEffect(() => {
    if (!isPainted || !(waits || isAsked)) return undefined
    const { studio, space, row, readiness, links } = model
    const show = (content: LinkContent | undefined): void => {
      // Where nothing is cast, nothing waits for anything.
      readiness.setContent(content?.casting.hasLinks() === true ? content : undefined)
      links.setContent(content)
    }
    return openProjectLinks(
      { client, studio, space, projectId: row.projectId },
      {
        isWanting: () => readiness.findMissing() !== undefined || links.isWanting(),
        isOfAll: isAsked,
        show,
        fail: links.setFailed,
        listen: (look) => links.subscribe(() => links.isWanting() && look()),
      },
    )
  }, [client, model, isPainted, waits, isAsked])
}
