/** The words of the sheet that shows why the page claims what it claims, in English. */
export const proof = {
  title: 'Report a mistake',
  close: 'Close',
  lead: 'Here is what the page claims and what it is based on. If any of it is wrong, the report at the end holds what is needed to look into it.',
  article: {
    title: 'What the article says',
    from: (source: string) => `From: ${source}`,
    original: 'In the article',
    none: 'No article says it. This story goes beyond the articles.',
    own: 'No article says it. This scenario belongs to no story.',
    variant: 'The article is about the original story. On screen is a variant of it.',
    changed: 'The article is about the original story. The scenario on screen has been changed.',
  },
  run: {
    title: 'The run',
    link: 'Link to this run',
    making: 'The link is being made …',
    where: 'Where it ran',
    simulated: 'simulated in the browser',
    live: 'on real Redis; the link opens it in the simulation',
    lock: 'Lock',
    check: 'Storage-side check',
    faults: 'Faults',
    noFaults: 'none',
    outcome: 'Outcome',
  },
  rules: {
    title: 'The rule that decided',
    open: 'The run is not complete, so no rule has decided yet.',
    place: ({ file, line }: { readonly file: string; readonly line: number }) => `src/${file}, line ${line}`,
    lock: {
      overlap:
        'Two clients are inside at once if one comes in before the other has left. A client is inside from the moment its acquire returns with a yes until it calls its last release, its process or thread dies, or its work has really stopped. What it believes does not count: a paused client is still inside, and so is one whose lease is over. Two holders of a shared lock do not count as an overlap.',
      stuckKey:
        'At the end of the run nobody is inside, and a client wants to get in. Keys of clients that are gone or done leave it no quorum. They have no expiry, or something renews them forever. Nobody can get in again, however long the run lasts.',
      stuckMark:
        'The storage serves only the client whose mark it has. That client is gone and has not removed its mark. The storage has refused the mark of every other client that still wants one. Nobody can get through again, however long the run lasts.',
      silent:
        'Nothing is left to happen in this run, and a running client still wants to finish a round. It waits for something that will never come.',
      unavailable:
        'For longer than the scenario’s patience, there was always a running client that wanted to finish a round, the same one or one after another, and nobody finished one. Time in which all of them were paused does not count.',
      rightful:
        'The storage refused a write of the rightful holder, and the write would have destroyed nothing. A client is the rightful holder if it is inside, its lease is not over, and nobody has come in after it.',
      held: 'No other rule applies. Two were never inside at once unless the lock allows it. Nobody is stuck. There was no time longer than the scenario’s patience in which some client always wanted to finish a round and nobody finished one.',
      short:
        'A client was still asking for the lock when the run ended, and the scenario’s patience had not passed. The client had never been in, or had waited for longer than anybody whose wait came to an end. A longer run decides it.',
      late: 'The machine was late while this ran, and the outcome was decided by a margin no wider than that. With a faster machine, the run might have ended otherwise.',
      unproven:
        'The run was cut off, it failed, or its clocks do not say which of two events came first. The page claims nothing that a run does not prove.',
    },
    data: {
      torn: 'A part of one write landed within or over the write of another client. Half of the object is from one write and half from the other.',
      twice: 'Something that should happen once, such as an email, was done again.',
      lost: 'The storage accepted a write that was not based on the newest write that it had accepted. The newer one is destroyed. A write is based on the version that its client read or, if it read none, on the version when its acquire returned.',
      lostReplicas:
        'A write counts as accepted when a majority of the replicas has it. On some replica, an accepted write landed on another accepted one without being based on it. The other one is destroyed. A write is based on the version that its client read.',
      refused:
        'The storage refused a write that would have destroyed another, or might have. Its client was no longer the rightful holder, it held the lock in shared mode, or it had read a version that was no longer the newest. No accepted write was destroyed.',
      lucky:
        'Two were inside, or a write was accepted although the keys of its client were gone. No write was destroyed, but nothing prevented it.',
      safe: 'No write was destroyed. Nothing threatened the data, or the storage-side check prevents every loss. A check of tokens does so only while the lock’s tokens rise.',
      late: 'The machine was late while this ran, and the outcome was decided by a margin no wider than that. With a faster machine, the run might have ended otherwise.',
      unproven:
        'The run was cut off, it failed, or its clocks do not say which of two events came first. Harm that it does not show is not ruled out.',
    },
  },
  report: {
    title: 'The report',
    lead: 'Write in the first line what is wrong, and send the text to the people who make this playground. Nothing is sent unless you send it.',
    label: 'The report as text',
    issue: 'Open it as an issue of the project',
    issueTitle: (what: string) => `Mistake: ${what}`,
    cut: '(Lines were left out because the address had no room for them. The page has the whole report.)',
    wrong: 'What is wrong: …',
    line: (name: string, value: string) => `${name}: ${value}`,
    story: 'Story',
    noStory: 'none, a scenario of its own',
    changed: 'changed, no longer the original',
    article: 'Article',
    rules: 'Rules of the judge',
    version: 'Version',
    versions: ({
      playground,
      scenario,
      trace,
    }: Readonly<Record<'playground' | 'scenario' | 'trace', string | number>>) =>
      `playground ${playground}, scenario format ${scenario}, trace format ${trace}`,
    language: 'Language',
    languages: ({ page, browser }: Readonly<Record<'page' | 'browser', string>>) => `page ${page}, browser ${browser}`,
  },
};
