// Which message a fault hits: its sender and receiver, and its number.
import type { Message } from '../../core/model/scenario/fault';
import type { ProcessId } from '../../core/model/scenario/processId';
import { whenFields } from '../../core/model/scenario/whenFields';
import { toMs } from '../../core/model/values/time';
import { ChooseRow } from '../fields/ChooseRow';
import type { EditProps } from '../fields/NumberField';
import { useCursor } from '../state/cursor';
import { usePanelWords } from '../words/panelWords';
import { NumberRow, ProcessRow } from './rows';

interface MessageRowsProps extends EditProps<Message> {
  readonly message: Message;
  readonly ids: readonly ProcessId[];
}

export function MessageRows({ message, ids, onDraft, onCommit }: MessageRowsProps) {
  const panel = usePanelWords();
  const { from, to, leg } = message;
  return (
    <>
      <ProcessRow
        label={panel.fault.from}
        value={from}
        ids={ids}
        onChange={(id) => onCommit({ ...message, from: id })}
      />
      <ProcessRow label={panel.fault.to} value={to} ids={ids} onChange={(id) => onCommit({ ...message, to: id })} />
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
        <NumberRow
          {...{ onDraft, onCommit }}
          field={whenFields.nth}
          value={message.nth}
          having={(nth) => ({ ...message, nth })}
        />
      ) : (
        <NumberRow
          {...{ onDraft, onCommit }}
          field={whenFields.after}
          value={message.after}
          having={(after) => ({ ...message, after })}
        />
      )}
    </>
  );
}
