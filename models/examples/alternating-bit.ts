/** The alternating-bit protocol (Bartlett, Scantlebury and Wilkinson): messages in order over a wire that loses data and answers. */
import { bit, defineModel, optional, upTo } from 'parallax/models';

export const alternatingBit = defineModel({
  name: 'alternating-bit',
  title: 'messages in order over a wire that loses some',
  variants: { default: {} },
  scales: { default: { messages: 3 }, large: { messages: 50 } },
  rules: { takes: 'the bit that it expects' as 'the bit that it expects' | 'every message' },
  mutants: {
    'ignores-the-bit': {
      title: 'the receiver takes a message that is sent again for a new one',
      change: { takes: 'every message' },
      expect: { breaks: ['S'] },
    },
  },
  build(m, { takes }, { messages }) {
    const sender = m.record('sender', { bit, sent: upTo(messages) });
    const receiver = m.record('receiver', { expects: bit, got: upTo(messages + 1) });
    const wire = m.record('wire', { data: optional(bit), answer: optional(bit) });
    const other = (one: 0 | 1) => (one === 0 ? 1 : 0);

    const send = m.process('sender', ['send', 'next'], (step) => {
      if (sender.sent === messages) return;
      if (wire.answer === sender.bit) {
        step('next', () => {
          sender.sent++;
          sender.bit = other(sender.bit);
          wire.answer = null;
        });
      } else if (wire.data === null) step('send', () => (wire.data = sender.bit));
    });
    const receive = m.process('receiver', ['receive'], (step) => {
      const { data } = wire;
      if (data === null) return;
      step('receive', () => {
        const isNew = data === receiver.expects || takes === 'every message';
        if (isNew && receiver.got <= messages) receiver.got++;
        if (isNew) receiver.expects = other(data);
        wire.answer = data;
        wire.data = null;
      });
    });
    m.process('noise', ['lose data', 'lose answer'], (step) => {
      if (wire.data !== null) step('lose data', () => (wire.data = null));
      if (wire.answer !== null) step('lose answer', () => (wire.answer = null));
    });
    // The wire loses again and again, but not everything for ever.
    m.weaklyFair(send, { only: ['send'] });
    m.stronglyFair(receive);
    m.stronglyFair(send, { only: ['next'] });

    m.always('S: each is received once', () => receiver.got === sender.sent || receiver.got === sender.sent + 1);
    m.sometimes('R: a message is sent again', () => wire.data !== null && wire.data !== receiver.expects);
    m.eventually('L: all arrive', () => receiver.got === messages);
    m.ending('all are sent', () => sender.sent === messages);
  },
});
