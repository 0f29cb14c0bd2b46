// Which message a fault strikes: from where to where, and which one by count.
import type { Message } from '../../model/fault';
import { nameOf } from '../../model/processName';
import type { ProcessId } from '../../model/scenario';
import { toMs } from '../../model/time';
import { whenFields } from '../../model/whenFields';
import { ChooseRow } from '../fields/ChooseRow';
import { FieldRow } from '../fields/FieldRow';
import type { EditProps } from '../fields/NumberField';
import { useCursor } from '../state/cursor';
import { useWords } from '../words/i18n';
import { usePanelWords } from '../words/panelWords';

interface MessageRowsProps extends EditProps<Message> {
  readonly message: Message;
  readonly ids: readonly ProcessId[];
}

export function MessageRows({ message, ids, onDraft, onCommit }: MessageRowsProps) {
  const words = useWords();
  const panel = usePanelWords();
  const options = (named: ProcessId) =>
    [...ids, ...(ids.includes(named) ? [] : [named])].map((id) => ({ id, label: nameOf(id, words.process) }));
  const { from, to, leg } = message;
  return (
    <>
      <ChooseRow
        label={panel.fault.from}
        value={from}
        options={options(from)}
        onChange={(id) => onCommit({ ...message, from: id })}
      />
      <ChooseRow
        label={panel.fault.to}
        value={to}
        options={options(to)}
        onChange={(id) => onCommit({ ...message, to: id })}
      />
      <ChooseRow
        label={panel.fault.leg}
        value={leg}
        options={[
          { id: 'request', label: panel.fault.legRequest },
          { id: 'reply', label: panel.fault.legReply },
          { id: 'push', label: panel.fault.legPush },
        ]}
        onChange={(next) => onCommit({ ...message, leg: next })}
      />
      <ChooseRow
        label={panel.fault.which}
        value={'nth' in message ? 'nth' : 'after'}
        options={[
          { id: 'nth', label: panel.fault.whichNth },
          { id: 'after', label: panel.fault.whichAfter },
        ]}
        onChange={(id) =>
          onCommit(
            id === 'nth'
              ? { from, to, leg, nth: 1 }
              : { from, to, leg, after: Math.round(toMs(useCursor.getState().at)) },
          )
        }
      />
      {'nth' in message ? (
        <FieldRow
          field={whenFields.nth}
          value={message.nth}
          onDraft={(nth) => onDraft(nth === null ? null : { ...message, nth: Number(nth) })}
          onCommit={(nth) => onCommit({ ...message, nth: Number(nth) })}
        />
      ) : (
        <FieldRow
          field={whenFields.after}
          value={message.after}
          onDraft={(after) => onDraft(after === null ? null : { ...message, after: Number(after) })}
          onCommit={(after) => onCommit({ ...message, after: Number(after) })}
        />
      )}
    </>
  );
}
