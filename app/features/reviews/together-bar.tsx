import type { Participant } from '#core/reviews/together/participants.ts'
import type { TogetherView } from '#core/reviews/together/together.ts'
import { avatarColorOf, initialsOf } from '#core/studios/palette.ts'
import { AvatarStack } from '#app/ui/avatar-stack.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import type { RoomModel } from './room-model.ts'
import { firstNameOf, nameOf } from './participant-name.ts'
import styles from './together.module.css'
import { useTogetherView } from './use-together.ts'

type TogetherBarProps = { readonly model: RoomModel }

/** Who is in the room, who leads, and whether one is in step. */
export function TogetherBar({ model }: TogetherBarProps) {
  const view = useTogetherView()
  const people = view?.people ?? []
  const isAlone = people.length < 2
  return (
    <section className={styles['bar']} aria-label="Together">
      <span className={styles['dot']} data-state={stateOf(view)} aria-hidden="true" />
      <output className={styles['state']}>{describeState(view)}</output>
      {!isAlone && <People people={people} model={model} />}
      <span className={styles['space']} />
      {view?.isJoined === true && !isAlone && <Lead view={view} model={model} />}
    </section>
  )
}

function Lead({ view, model }: TogetherBarProps & { readonly view: TogetherView }) {
  const { isLeading, asking, isInStep, leader } = view
  const [first] = asking
  if (isLeading && first !== undefined) {
    return (
      <>
        <CommandButton command="review.keep-lead" size="small">
          Keep it
        </CommandButton>
        <CommandButton command="review.hand-over" size="small" variant="primary" args={[first.id]}>
          {`Hand over to ${firstNameOf(first, model)}`}
        </CommandButton>
      </>
    )
  }
  if (isLeading) {
    return (
      <CommandButton command="review.lead" size="small">
        You lead
      </CommandButton>
    )
  }
  return (
    <>
      {leader !== undefined && (
        <span className={styles['leader']}>{describeLeader(view, firstNameOf(leader, model))}</span>
      )}
      <CommandButton command="review.step" size="small" aria-pressed={isInStep}>
        {isInStep ? 'Leave step' : 'Back in step'}
      </CommandButton>
    </>
  )
}

function People({ people, model }: TogetherBarProps & { readonly people: readonly Participant[] }) {
  const shown = [...new Map(people.map((person) => [person.userId, person])).values()]
  const elsewhere = people.flatMap((person) => {
    if (person.isInStep) return []
    const title = model.entries.find(({ entry }) => entry.id === person.entryId)?.item?.title
    return [`${nameOf(person, model)} is looking at ${title ?? 'something else'}`]
  })
  return (
    <>
      <AvatarStack
        people={shown.map((person) => {
          const name = nameOf(person, model)
          return { id: person.id, name, initials: initialsOf(name), color: avatarColorOf(person.userId) }
        })}
      />
      {elsewhere.length > 0 && (
        <span className={styles['elsewhere']} data-tooltip={elsewhere.join(', ')}>
          {`${elsewhere.length} elsewhere`}
          <span className="visually-hidden">{elsewhere.join(', ')}</span>
        </span>
      )}
    </>
  )
}

/** Returns who leads, and their response to a request for the lead from here. */
function describeLeader({ asked }: TogetherView, name: string): string {
  if (asked === 'waiting') return `${name} is asked`
  return asked === 'kept' ? `${name} keeps the lead` : `${name} leads`
}

function stateOf(view: TogetherView | undefined): 'alone' | 'in-step' | 'out' {
  if (view?.isJoined !== true) return 'alone'
  return view.isInStep ? 'in-step' : 'out'
}

function describeState(view: TogetherView | undefined): string {
  if (view?.isJoined !== true) return 'On your own: no connection'
  const { people, isInStep, isLeading } = view
  if (people.length < 2) return 'Nobody else is here'
  if (!isInStep && !isLeading) return `On your own · ${people.length} here`
  return `In step · ${people.length} here`
}
