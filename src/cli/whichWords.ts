/** The help of `which`, in both languages. The words of its answers are in `src/content/texts`. */
import type { Text } from '../core/model/values/text';

export const usage = (called: string, runs: readonly string[]): Text => ({
  en: `${called} [--cost C] [--check C] [--runs R] [--language L] [--work W] [--waits W] [--clock C] [--base URL] [--lang en|zh]

Which lock do you need? One recommendation for your answers, from the tables of what breaks what. Any answer may be left out.
--cost      what it costs if two clients hold the lock: work (done twice), servers (data, but a dead server must not cause it), data
            (nothing must cause it), leader (a second leader), charge (something outside happens twice, such as a charge)
--check     what the resource can check: nothing, token, version, unique (a unique key)
--runs      what you run already: ${runs.slice(0, 8).join(', ')},
            ${runs.slice(8).join(', ')}
--language  in which your code is written: java, node, python, go, dotnet, ruby, php, cpp, other
--work      how long the work takes: second, seconds, minutes
--waits     how long others may wait when something fails: repair, lease, nobody
--clock     whose clock may end the lease of a silent holder: server, writer (its holder’s), observer (each waiter’s), nobody
--base      the site that the links open; default: http://127.0.0.1:5180/
Exit code 2: bad input.`,
  zh: `${called} [--cost C] [--check C] [--runs R] [--language L] [--work W] [--waits W] [--clock C] [--base 网址] [--lang en|zh]

我需要哪一种锁？根据故障表，为你的回答给出一个建议。每个回答都可以省略。
--cost      两个客户端同时持锁的代价：work（工作做两遍）、servers（丢数据，但不能因服务器故障而发生）、data（任何情况下都不能丢数据）、
            leader（同时出现两个 leader）、charge（外面的事发生两次，例如重复扣款）
--check     资源能检查什么：nothing、token、version、unique（唯一键）
--runs      已经在运行什么：${runs.join('、')}
--language  代码用什么语言写：java、node、python、go、dotnet、ruby、php、cpp、other
--work      工作要多久：second、seconds、minutes
--waits     出故障时其他客户端最多能等多久：repair、lease、nobody
--clock     持有者没有音讯时，由谁的时钟结束租约：server、writer（持有者写下）、observer（等待者各自的秒表）、nobody
--base      链接打开的网站，默认 http://127.0.0.1:5180/
退出码 2：输入有误。`,
});

export const badAnswer = (option: string, value: string | undefined, allowed: readonly string[]): Text => ({
  en: `${option} ${value === undefined || value === '' ? 'needs a value' : `cannot be "${value}"`}. It takes ${allowed.join(', ')}.`,
  zh: `${option} ${value === undefined || value === '' ? '后面要写一个值' : `不能是“${value}”`}。可以写：${allowed.join('、')}。`,
});

export const takesNoWord = (word: string, options: string): Text => ({
  en: `"${word}" is not expected here. The answers are options: ${options}.`,
  zh: `这里不能写“${word}”。回答要写成选项：${options}。`,
});

export const badBase: Text = {
  en: '--base takes the address of a site: http://127.0.0.1:8080/.',
  zh: '--base 后面要写网站的地址，如 http://127.0.0.1:8080/。',
};
