/** All texts and figures of the landing page. A deployment changes them here. */
export const landingContent = {
  title: ['Every shot, every stage,', 'at the speed of thought.'],
  lead: 'Production tracking for animation and creative studios. Instant, keyboard-first, works on a train, and never loses a revision.',
  tryDemo: 'Try Demo',
  contactUs: 'Contact Us',
  logIn: 'Log In',
  statistics: [
    { figure: '50K+', label: 'shots' },
    { figure: '200+', label: 'studios' },
    { figure: '99.9%', label: 'uptime' },
  ],
  featuresTitle: 'Made for the people who make the frames',
  features: [
    {
      id: 'grid',
      title: 'The whole show on one sheet',
      text: 'Items down, stages across, a status in every cell. Fifty shots go to review in two keystrokes.',
    },
    {
      id: 'review',
      title: 'Review to the exact frame',
      text: 'Step, loop and draw on any revision. A note lands on the frame it is about, and stays there.',
    },
    {
      id: 'timeline',
      title: 'A timeline people believe',
      text: 'Who does what, and when. Drag a block, or move it with the arrow keys; everybody sees it at once.',
    },
    {
      id: 'keyboard',
      title: 'Never leave the keyboard',
      text: 'Whatever can be done has a key and a line in the palette, and nearly all of it can be undone.',
    },
    {
      id: 'offline',
      title: 'Works without a network',
      text: 'Post a revision in a tunnel. It is kept on your device and sent when the connection is back.',
    },
    {
      id: 'cli',
      title: 'A terminal for the pipeline',
      text: 'Publish from the farm and pull a timesheet into a spreadsheet with the same commands.',
    },
  ],
  contact: {
    title: 'Contact',
    thisMachine: (host: string) => `This Xsheet runs on this computer, at ${host}: ask whoever started it.`,
    elsewhere: (host: string) =>
      `This Xsheet at ${host} is run by the studio that gave you its address. Ask there for access or help.`,
    domains: (domains: readonly string[]) =>
      `It is for people with an address at ${new Intl.ListFormat('en', { type: 'disjunction' }).format(domains)}.`,
    howTo: 'If that is you: set CONTACT_EMAIL, and Contact Us opens a mail to it instead.',
    back: 'Back to the front page',
  },
  closingTitle: 'Open the sheet',
  closingText: 'Bring a project, a folder of shots and a cup of tea. The rest takes a minute.',
} as const
