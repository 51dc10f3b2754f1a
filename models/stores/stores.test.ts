import { describe, expect, test } from 'vitest';
import { explore } from '../checker/explore.ts';
import { flag, oneOf, upTo } from '../language/domains.ts';
import { ModelError } from '../language/error.ts';
import { Model, type Step } from '../language/model.ts';
import { Cassandra } from './cassandra.ts';
import { MongoDb } from './mongodb.ts';
import { Postgres } from './postgres.ts';
import { Sqlite } from './sqlite.ts';

const rowShape = { value: upTo(3) };

function twoRows() {
  const m = new Model('storage');
  const [a, b] = m.family('row', 2, rowShape) as [{ value: number }, { value: number }];
  return { m, a, b };
}

/** One process that offers `body` until its first step is taken. */
function once<L extends string>(m: Model, labels: readonly L[], body: (step: Step<L>) => void): void {
  const me = m.record('me', { isThrough: flag });
  m.process('client', labels, (step) => {
    if (me.isThrough) return;
    body(
      Object.assign(
        (label: L, effect: () => void) =>
          step(label, () => {
            effect();
            me.isThrough = true;
          }),
        { either: step.either },
      ),
    );
  });
  m.ending('through', () => me.isThrough);
}

const complaint = (m: Model): string => {
  try {
    explore(m);
    return 'none';
  } catch (error) {
    if (error instanceof ModelError) return error.message;
    throw error;
  }
};

describe('records in a store are not accessible outside of its operations', () => {
  test.each<[string, string, (world: ReturnType<typeof twoRows>, step: Step<'go'>) => void]>([
    [
      'without an operation',
      'is stored in Cassandra: only an operation of that store may read it',
      ({ m, a, b }, step) => {
        new Cassandra(m, [a, b]);
        if (a.value === 0) step('go', () => undefined);
      },
    ],
    [
      'in an effect without an operation',
      'is stored in Cassandra: only an operation of that store may write it',
      ({ a }, step) =>
        step('go', () => {
          a.value = 1;
        }),
    ],
    [
      'for a lightweight transaction on another partition',
      'a lightweight transaction must not read it',
      ({ m, a, b }, step) =>
        new Cassandra(m, []).lwt(a, () => {
          if (b.value === 0) step('go', () => undefined);
        }),
    ],
    [
      'for the effect of a lightweight transaction on another partition',
      'a lightweight transaction must not write it',
      ({ m, a, b }, step) =>
        new Cassandra(m, []).lwt(a, () =>
          step('go', () => {
            b.value = 1;
          }),
        ),
    ],
    [
      'for a plain write that looks first',
      'a plain write must not read it',
      ({ m, a }, step) =>
        new Cassandra(m, []).write(a, () => {
          if (a.value === 0) step('go', () => undefined);
        }),
    ],
    [
      'for an UPDATE of another row',
      'an UPDATE of one row must not read it',
      ({ m, a, b }, step) =>
        new Postgres(m, { rows: [] }).update(a, () => {
          if (b.value === 0) step('go', () => undefined);
        }),
    ],
    [
      'for an UPDATE by a key of a row that cannot have the key',
      'an UPDATE of one row must not read it',
      ({ m, a, b }, step) =>
        new Postgres(m, { rows: [] }).updateByKey([a], () => {
          if (b.value === 0) step('go', () => undefined);
        }),
    ],
    [
      'for a find of any of some documents that are others',
      'a scan must not read it',
      ({ m, a, b }, step) =>
        new MongoDb(m, []).scan([a], () => {
          if (b.value === 0) step('go', () => undefined);
        }),
    ],
    [
      'for an update of a document that it is no part of',
      'an update of one document must not write it',
      ({ m, a, b }, step) =>
        new MongoDb(m, []).update(step, [a], (updating) =>
          updating('go', () => {
            b.value = 1;
          }),
        ),
    ],
    [
      'for a read transaction that writes',
      'a read transaction must not write it',
      ({ m, a, b }, step) =>
        new Sqlite(m, [a, b]).read(() =>
          step('go', () => {
            a.value = 1;
          }),
        ),
    ],
    [
      'for an update of another document',
      'an update of one document must not write it',
      ({ m, a, b }, step) =>
        new MongoDb(m, []).update(step, a, (inner) =>
          inner('go', () => {
            b.value = 1;
          }),
        ),
    ],
  ])('%s', (_, problem, body) => {
    const world = twoRows();
    new Cassandra(world.m, [world.a, world.b]);
    once(world.m, ['go'], (step) => body(world, step));
    expect(complaint(world.m)).toContain(problem);
  });

  test('and operations do not nest', () => {
    const { m, a, b } = twoRows();
    const store = new Cassandra(m, [a, b]);
    once(m, ['go'], () => store.lwt(a, () => store.read(b, () => undefined)));
    expect(complaint(m)).toContain('a read of one partition begins inside a lightweight transaction');
  });

  test('but a judgement may read everything, and write nothing', () => {
    const { m, a, b } = twoRows();
    const store = new Cassandra(m, [a, b]);
    const sees = m.sometimes('sees both');
    once(m, ['go'], (step) => store.lwt(a, () => step('go', () => sees(() => b.value === 0))));
    expect(complaint(m)).toBe('none');
    const other = twoRows();
    const writes = other.m.always('writes');
    once(other.m, ['go'], (step) =>
      step('go', () =>
        writes(() => {
          other.a.value = 1;
          return true;
        }),
      ),
    );
    expect(complaint(other.m)).toContain('is written by a predicate');
  });
});

type Row = { value: number };
interface Adder {
  at: 'start' | 'later' | 'through';
  seen: number;
}
type Adding = (step: Step<'read' | 'write' | 'conflict'>, me: Adder) => void;

/** Two clients that each add one to a row, with a read and a later write: an update is lost, or it is not. */
function twoAdders(declare: (m: Model, row: Row) => (who: number) => Adding) {
  const m = new Model('adders');
  const row = m.record('row', rowShape);
  const clients = m.family('client', 2, { at: oneOf('start', 'later', 'through'), seen: upTo(3) });
  const adding = declare(m, row);
  clients.forEach((client, who) => {
    const offer = adding(who);
    m.process(`adder ${who}`, ['read', 'write', 'conflict'], (step) => {
      if (client.at !== 'through') offer(step, client);
    });
  });
  const areThrough = () => clients.every(({ at }) => at === 'through');
  m.ending('both are through', areThrough);
  m.always('no update is lost', () => !areThrough() || row.value === 2);
  return explore(m).property;
}

const read = (row: Row, me: Adder) => () => {
  me.seen = row.value;
  me.at = 'later';
};
const write = (row: Row, me: Adder) => () => {
  row.value = me.seen + 1;
  me.at = 'through';
};

describe('read, add one, write', () => {
  test('loses an update by a SELECT and an UPDATE of PostgreSQL', () => {
    const property = twoAdders((m, row) => {
      const database = new Postgres(m, { rows: [row] });
      return () => (step, me) => {
        if (me.at === 'start') database.select([row], () => step('read', read(row, me)));
        else database.update(row, () => step('write', write(row, me)));
      };
    });
    expect(property).toBe('no update is lost');
  });

  test('loses none in a transaction of PostgreSQL that locks the row', () => {
    const property = twoAdders((m, row) => {
      const database = new Postgres(m, { rows: [row], lockable: [row] });
      return (who) => {
        const session = database.session(`session ${who}`);
        return (step, me) => {
          if (me.at === 'start') session.lock(step, row, (locking) => locking('read', read(row, me)));
          else session.commit(step, { updates: [row] }, (committing) => committing('write', write(row, me)));
        };
      };
    });
    expect(property).toBeNull();
  });

  test('loses an update by a read and a write transaction of SQLite, and none within one', () => {
    const apart = twoAdders((m, row) => {
      const database = new Sqlite(m, [row]);
      return () => (step, me) => {
        if (me.at === 'start') database.read(() => step('read', read(row, me)));
        else database.write(() => step('write', write(row, me)));
      };
    });
    const together = twoAdders((m, row) => {
      const database = new Sqlite(m, [row]);
      return (who) => {
        const connection = database.connection(`connection ${who}`);
        return (step, me) => {
          if (me.at === 'start') connection.begin(step, (beginning) => beginning('read', read(row, me)));
          else connection.commit(step, (committing) => committing('write', write(row, me)));
        };
      };
    });
    expect([apart, together]).toEqual(['no update is lost', null]);
  });

  test('loses none in a session transaction of MongoDB, whose second ends in a WriteConflict and is tried again', () => {
    const property = twoAdders((m, row) => {
      const database = new MongoDb(m, [row]);
      return (who) => {
        const transaction = database.transaction(`transaction ${who}`, [row]);
        return (step, me) => {
          if (me.at === 'start') transaction.begin(step, [row], (beginning) => beginning('read', read(row, me)));
          else {
            transaction.commit(
              step,
              [row],
              (committing) => committing('write', write(row, me)),
              (aborting) =>
                aborting('conflict', () => {
                  me.at = 'start';
                }),
            );
          }
        };
      };
    });
    expect(property).toBeNull();
  });

  test('loses an update by a read and a plain write of Cassandra, and none by a lightweight transaction on what was read', () => {
    const adders = (isConditional: boolean) =>
      twoAdders((m, row) => {
        const database = new Cassandra(m, [row]);
        return () => (step, me) => {
          if (me.at === 'start') database.read(row, () => step('read', read(row, me)));
          else if (!isConditional) database.write(row, () => step('write', write(row, me)));
          else {
            database.lwt(row, () => {
              if (row.value === me.seen) step('write', write(row, me));
              else {
                step('conflict', () => {
                  me.at = 'start';
                });
              }
            });
          }
        };
      });
    expect([adders(false), adders(true)]).toEqual(['no update is lost', null]);
  });
});

test('an advisory lock of PostgreSQL has one session, and none once that is dead', () => {
  const m = new Model('advisory lock');
  const database = new Postgres(m, { rows: [], advisoryLocks: 1 });
  const clients = m.family('client', 2, { at: oneOf('start', 'has it', 'is dead', 'gave up') });
  clients.forEach((me, who) => {
    const session = database.session(`session ${who}`);
    m.process(`client ${who}`, ['lock', 'give up', 'die'], (step) => {
      if (me.at === 'start') {
        session.tryAdvisoryLock(step, 0, (locking, isFree) => {
          locking(isFree ? 'lock' : 'give up', () => {
            me.at = isFree ? 'has it' : 'gave up';
          });
        });
      } else if (me.at === 'has it') {
        step('die', () => {
          session.die();
          me.at = 'is dead';
        });
      }
    });
  });
  m.ending('nobody has it', () => clients.every(({ at }) => at === 'is dead' || at === 'gave up'));
  m.always('one has it', () => clients.filter(({ at }) => at === 'has it').length <= 1);
  m.sometimes('one after the other has it', () => clients.every(({ at }) => at === 'is dead'));
  m.sometimes('the second gives up', () => clients.some(({ at }) => at === 'gave up'));
  expect(explore(m).property).toBeNull();
});

test('a DELETE of PostgreSQL that cascades waits for the locks of all its rows, and judges by the first alone', () => {
  const deleting = (reads: 'a' | 'b', locked: 'a' | 'b') => {
    const { m, a, b } = twoRows();
    const rows = { a, b };
    const database = new Postgres(m, { rows: [a, b], lockable: [a, b] });
    const session = database.session('other session');
    m.process('other', ['lock', 'roll back'], (step) => {
      if (database.isRowLocked(rows[locked])) step('roll back', session.rollback);
      else session.lock(step, rows[locked], (locking) => locking('lock', () => undefined));
    });
    const waits = m.always('it waits for locks');
    m.sometimes('there is a lock', () => database.isRowLocked(rows[locked]));
    once(m, ['go'], (step) =>
      database.remove(a, [b], () => {
        if (rows[reads].value > 0) return;
        step('go', () => {
          waits(!database.isRowLocked(rows[locked]));
          a.value = 1;
          b.value = 1;
        });
      }),
    );
    return m;
  };
  expect(explore(deleting('a', 'a')).property).toBeNull();
  expect(explore(deleting('a', 'b')).property).toBeNull();
  expect(complaint(deleting('b', 'b'))).toContain('a DELETE that cascades must not read it');
});

test('a majority read of MongoDB is behind for a while, and a failover undoes what only the primary had', () => {
  const build = (failovers: number) => {
    const m = new Model('replication');
    const database = new MongoDb(m, []);
    const document = database.replicated('document', rowShape, {}, failovers);
    const { primary, majority } = document;
    const me = m.record('me', { at: oneOf('start', 'written', 'acknowledged') });
    m.process('client', ['write', 'acknowledge'], (step) => {
      if (me.at === 'start') {
        database.update(step, primary, (writing) =>
          writing('write', () => {
            primary.value = 1;
            me.at = 'written';
          }),
        );
      } else if (me.at === 'written') {
        database.acknowledge(document, () =>
          step('acknowledge', () => {
            me.at = 'acknowledged';
          }),
        );
      }
    });
    m.sometimes('it is behind', () => primary.value !== majority.value);
    m.always('what is written stays', () => me.at === 'start' || primary.value === 1);
    m.always('what is acknowledged is with the majority', () => me.at !== 'acknowledged' || majority.value === 1);
    m.ending('acknowledged', () => me.at === 'acknowledged');
    return explore(m);
  };
  expect(build(0).property).toBeNull();
  expect(build(1).property).toBe('what is written stays');
});

test('a document or a partition of several records is read and written as a whole', () => {
  const move = (a: Row, b: Row) => () => {
    b.value = a.value + 1;
  };
  const document = twoRows();
  const mongodb = new MongoDb(document.m, [document.a, document.b]);
  once(document.m, ['go'], (step) =>
    mongodb.update(step, [document.a, document.b], (updating) => updating('go', move(document.a, document.b))),
  );
  const partition = twoRows();
  const cassandra = new Cassandra(partition.m, [partition.a, partition.b]);
  once(partition.m, ['go'], (step) =>
    cassandra.lwt([partition.a, partition.b], () => step('go', move(partition.a, partition.b))),
  );
  expect([complaint(document.m), complaint(partition.m)]).toEqual(['none', 'none']);
});

test('a failover sets a document of several records back as a whole', () => {
  const m = new Model('parts');
  const database = new MongoDb(m, []);
  const [a, b] = m.family('part', 2, rowShape) as [Row, Row];
  const [aCopy, bCopy] = m.family('part on the majority', 2, rowShape) as [Row, Row];
  const parts = [
    { primary: a, majority: aCopy },
    { primary: b, majority: bCopy },
  ];
  database.replicate('document', parts, 1);
  once(m, ['write'], (step) =>
    database.update(step, [a, b], (writing) =>
      writing('write', () => {
        a.value = 1;
        b.value = 1;
      }),
    ),
  );
  m.always('both parts are of one moment', () => a.value === b.value && aCopy.value === bCopy.value);
  m.sometimes('it is behind', () => a.value === 1 && bCopy.value === 0);
  expect(explore(m).property).toBeNull();
});

test('blind spot: a program variable can carry what one operation read to another, unnoticed', () => {
  const { m, a, b } = twoRows();
  const store = new Cassandra(m, [a, b]);
  once(m, ['go'], (step) => {
    let stolen = 0;
    store.read(a, () => {
      stolen = a.value;
    });
    store.lwt(b, () => {
      if (stolen === 0) step('go', () => undefined);
    });
  });
  expect(complaint(m)).toBe('none');
});

test('a transaction of MongoDB whose snapshot is behind the primary comes to a WriteConflict', () => {
  const m = new Model('an old snapshot');
  const database = new MongoDb(m, []);
  const document = database.copied('document', rowShape);
  database.replicaSet([document], 1);
  const { primary, majority } = document;
  const writer = m.record('writer', { at: oneOf('start', 'written', 'through') });
  m.process('writer', ['write', 'acknowledged', 'lost: again'], (step) => {
    if (writer.at === 'start') {
      database.update(step, primary, (update) =>
        update('write', () => {
          primary.value = 1;
          writer.at = 'written';
        }),
      );
    } else if (writer.at === 'written') {
      database.settled(primary, () =>
        step(primary.value === 1 ? 'acknowledged' : 'lost: again', () => {
          writer.at = primary.value === 1 ? 'through' : 'start';
        }),
      );
    }
  });
  const reader = m.record('reader', { at: oneOf('start', 'later', 'through'), seen: upTo(3) });
  const transaction = database.transaction('transaction', [primary]);
  m.process('reader', ['begin', 'commit', 'WriteConflict'], (step) => {
    if (reader.at === 'start') {
      transaction.begin(step, [majority], (begins) =>
        begins('begin', () => {
          reader.seen = majority.value;
          reader.at = 'later';
        }),
      );
    } else if (reader.at === 'later') {
      transaction.commit(
        step,
        [primary],
        (commits) =>
          commits('commit', () => {
            asSeen(primary.value === reader.seen);
            primary.value = 2;
            reader.at = 'through';
          }),
        (aborts) =>
          aborts('WriteConflict', () => {
            reader.at = 'start';
          }),
      );
    }
  });
  const asSeen = m.always('what commits has seen the last write');
  m.sometimes('a snapshot is old', () => reader.at === 'later' && reader.seen !== primary.value);
  m.sometimes('a failover takes a write back', () => writer.at === 'written' && primary.value === 0);
  m.always('what is acknowledged stays', () => writer.at !== 'through' || primary.value > 0);
  m.ending('the reader is through', () => reader.at === 'through');
  expect(explore(m).property).toBeNull();
});

test('an insert of MongoDB checks unique keys on the current documents, not on its snapshot', () => {
  const { m, a, b } = twoRows();
  const database = new MongoDb(m, [a, b]);
  const duplicates = m.sometimes('a duplicate key is found');
  [a, b].forEach((row, who) => {
    const me = m.record(`client ${who}`, { at: oneOf('start', 'later', 'through') });
    const transaction = database.transaction(`transaction ${who}`, [row]);
    m.process(`client ${who}`, ['begin', 'insert', 'duplicate key', 'WriteConflict'], (step) => {
      const go = (at: 'start' | 'later' | 'through') => () => {
        me.at = at;
      };
      if (me.at === 'start') transaction.begin(step, [a, b], (begins) => begins('begin', go('later')));
      else if (me.at === 'later') {
        const insert = (commits: Step<'begin' | 'insert' | 'duplicate key' | 'WriteConflict'>) => {
          const isTaken = a.value + b.value > 0;
          commits(isTaken ? 'duplicate key' : 'insert', () => {
            if (isTaken) duplicates();
            else row.value = 1;
            me.at = 'through';
          });
        };
        transaction.commit(step, [row], insert, (aborts) => aborts('WriteConflict', go('start')), [a, b]);
      }
    });
  });
  m.always('one key', () => a.value + b.value <= 1);
  m.ending('one is in', () => a.value + b.value === 1);
  expect(explore(m).property).toBeNull();
});

test('a lightweight transaction of Cassandra reaches all rows of its partition, and may lose its answer', () => {
  const { m, a, b } = twoRows();
  const store = new Cassandra(m, [a, b], 1);
  const me = m.record('me', { at: oneOf('start', 'unknown', 'through') });
  m.process('client', ['write', 'lost, landed', 'lost, not landed', 'read it', 'read nothing: again'], (step) => {
    const land = () => {
      b.value = a.value + 1;
    };
    if (me.at === 'start') {
      store.lwt([a, b], () => {
        step('write', () => {
          land();
          me.at = 'through';
        });
        store.answerLost(step, ['lost, landed', 'lost, not landed'], land, () => {
          me.at = 'unknown';
        });
      });
    } else if (me.at === 'unknown') {
      store.read(b, () => {
        const isThere = b.value === 1;
        step(isThere ? 'read it' : 'read nothing: again', () => {
          me.at = isThere ? 'through' : 'start';
        });
      });
    }
  });
  m.sometimes('it has landed, and the client does not know', () => me.at === 'unknown' && b.value === 1);
  m.ending('it has landed', () => me.at === 'through' && b.value === 1);
  expect(explore(m).property).toBeNull();
});

test('a write of Cassandra fails where its table has been dropped, and dropping a table deletes its rows', () => {
  const m = new Model('schema');
  const table = m.record('table', { exists: flag });
  const items = m.record('items', rowShape);
  const store = new Cassandra(m, [table, items]);
  const changes = m.record('changes', { left: upTo(2) }, { left: 2 });
  m.process('schema', ['CREATE', 'DROP'], (step) => {
    if (changes.left === 0) return;
    store.schema(table, [items], () =>
      step(table.exists ? 'DROP' : 'CREATE', () => {
        table.exists = !table.exists;
        items.value = 0;
        changes.left--;
      }),
    );
  });
  const client = m.record('client', { writes: upTo(2) });
  const fails = m.sometimes('a write fails');
  m.process('client', ['write', 'no table'], (step) => {
    if (client.writes === 2) return;
    store.writeInto(table, items, () => {
      const { exists } = table;
      step(exists ? 'write' : 'no table', () => {
        if (exists) items.value = 1;
        else fails();
        client.writes++;
      });
    });
  });
  m.always('nothing lies in no table', () => table.exists || items.value === 0);
  m.sometimes('a write lands', () => items.value === 1);
  m.ending('both are through', () => client.writes === 2);
  expect(explore(m).property).toBeNull();
});

test('a write without an answer is applied later, when its client has read that it was not, or comes to nothing', () => {
  const m = new Model('late');
  const row = m.record('row', rowShape);
  const database = new Cassandra(m, [row], 1);
  const me = m.record('me', { at: oneOf('start', 'unsure', 'sure'), saw: upTo(3) });
  const land = () => {
    row.value = 1;
  };
  const late = database.late('value', { when: () => row.value === 0, effect: land });
  const client = m.process('client', ['write', 'on its way', 'read'], (step) => {
    if (me.at === 'start') {
      database.lwt(row, () => {
        step('write', () => {
          land();
          me.at = 'sure';
          me.saw = 1;
        });
        late.offer(step, 'on its way', () => {
          me.at = 'unsure';
        });
      });
    } else if (me.at === 'unsure') {
      database.read(row, () =>
        step('read', () => {
          me.at = 'sure';
          me.saw = row.value;
        }),
      );
    }
  });
  m.privateTo(client, me);
  m.ending('sure', () => me.at === 'sure');
  m.always('what was read stays', () => me.at !== 'sure' || me.saw === row.value);
  m.sometimes('it comes to nothing', () => me.at === 'sure' && row.value === 0);
  const result = explore(m);
  expect(result.property).toBe('what was read stays');
  expect(result.trace?.steps.map(({ label }) => label)).toEqual(['on its way', 'read', 'is applied late']);
  const seen = result.properties.find(({ name }) => name === 'it comes to nothing');
  expect(seen?.verdict).toBe('holds');
});
