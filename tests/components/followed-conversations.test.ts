import { beforeEach, describe, expect, test } from 'vitest';
import { type Announcement, createFollowedConversations } from '#components/chat/followed-conversations.ts';

const forgetAfterMs = 1_000;
let followed: ReturnType<typeof createFollowedConversations>;
beforeEach(() => {
  followed = createFollowedConversations(forgetAfterMs);
});

const announce = (change: Partial<Announcement>, nowMs = 0) =>
  followed.announce({ tabId: 't1', conversationId: 'c', cursor: null, needsReplay: true, ...change }, nowMs);
const url = () => followed.streamUrl('/events');

describe('the stream’s URL', () => {
  test('is null if no conversation is followed', () => {
    expect(url()).toBeNull();
  });

  test('names each conversation once, with its cursor if it has one', () => {
    announce({ cursor: '5' });
    announce({ conversationId: 'd' });
    announce({ tabId: 't2', conversationId: 'd' });
    expect(url()).toBe('/events?conversation=c%405&conversation=d');
  });

  test('continues after the last event received', () => {
    announce({ cursor: '5' });
    url();
    followed.advance('c', '6');
    followed.advance('c', '7');
    followed.advance('unknown', '9');
    expect(url()).toBe('/events?conversation=c%407');
  });
});

describe('a tab that joins', () => {
  test('reopens the stream if it needs earlier events, but not if it only reports that it is still there', () => {
    expect(announce({ cursor: '5' })).toBe(true);
    expect(announce({ cursor: '5', needsReplay: false })).toBe(false);
    expect(announce({ tabId: 't2', cursor: '5' })).toBe(true);
  });

  test('behind the stream moves it back to the tab’s cursor', () => {
    announce({ cursor: '5' });
    url();
    for (const id of ['6', '7', '8']) followed.advance('c', id);
    announce({ tabId: 't2', cursor: '6' });
    expect(url()).toBe('/events?conversation=c%406');
  });

  test('behind the stream receives everything, also if an event arrives before the stream is reopened', () => {
    announce({ cursor: '5' });
    url();
    for (const id of ['6', '7', '8']) followed.advance('c', id);
    announce({ tabId: 't2', cursor: '6' });
    followed.advance('c', '9');
    expect(url()).toBe('/events?conversation=c%406');
  });

  test('behind another tab that joins at the same time moves the stream back for both', () => {
    announce({ cursor: '5' });
    url();
    for (const id of ['6', '7', '8']) followed.advance('c', id);
    announce({ tabId: 't2', cursor: '6' });
    announce({ tabId: 't3', cursor: '8' });
    expect(url()).toBe('/events?conversation=c%406');
    announce({ tabId: 't3', cursor: null });
    announce({ tabId: 't2', cursor: '7' });
    expect(url()).toBe('/events?conversation=c');
  });

  test('ahead of the stream does not move it forward', () => {
    announce({ cursor: '5' });
    url();
    expect(announce({ tabId: 't2', cursor: '8' })).toBe(true);
    expect(url()).toBe('/events?conversation=c%405');
    for (const id of ['6', '7', '8']) followed.advance('c', id);
    expect(followed.settle()).toBe(false);
    expect(url()).toBe('/events?conversation=c%408');
  });

  test('from before the stream’s start moves it back there once the replay reveals that', () => {
    announce({ cursor: '5' });
    url();
    announce({ tabId: 't2', cursor: '3' });
    url();
    expect(followed.settle()).toBe(true);
    followed.advance('c', '6');
    expect(url()).toBe('/events?conversation=c%403');
    for (const id of ['4', '5', '6']) followed.advance('c', id);
    expect(followed.settle()).toBe(false);
    expect(url()).toBe('/events?conversation=c%406');
  });
});

describe('a conversation is no longer followed', () => {
  test('when the last tab that shows it closes', () => {
    announce({});
    announce({ tabId: 't2' });
    announce({ tabId: 't2', conversationId: 'd' });
    expect(followed.leave('t1', 'c')).toBe(false);
    expect(followed.leave('t2', 'c')).toBe(true);
    expect(url()).toBe('/events?conversation=d');
    expect(followed.leave('t2', null)).toBe(true);
    expect(url()).toBeNull();
  });

  test('when its tabs are silent for long, unless one reports that it is still there', () => {
    announce({}, 0);
    announce({ conversationId: 'd' }, 0);
    announce({ needsReplay: false }, 900);
    expect(followed.forget(1_000)).toBe(false);
    expect(followed.forget(1_100)).toBe(true);
    expect(url()).toBe('/events?conversation=c');
    expect(followed.forget(1_901)).toBe(true);
    expect(url()).toBeNull();
  });
});
